import type { Words } from "@/app/words-type";

/** Why a model's answer did not end well, in one line each. */
export const zhTroubles = {
  no_connection: "连不上服务器",
  no_first_word: "在限定时间内没有等到第一个字",
  broken_off: "回答到一半断了",
  took_too_long: "回答超过了你设的总时间，已到的文字留下了",
  rate_limited: "请求太频繁，服务器要求稍后再来",
  server: "服务器出错",
  key: "密钥缺失、不对，或没有权限",
  quota: "账户余额或额度用完了",
  bad_request: "服务器不接受这个请求",
  prompt_too_long: "发送的内容超出了模型的上下文长度",
  refused: "服务器或模型拒绝了这些内容",
  no_answer: "收到的不是模型的回答",
  resting: "这个服务接连出错，暂时不再请求",
  shape: "回答的格式不对",
  ceiling: "到了单次花费上限，没有继续",
  storage: "收到的文字没能存盘",
  withdrawn: "你收回了给这个主机发文字的同意，没有再发",
};

export const enTroubles: Words<typeof zhTroubles> = {
  no_connection: "The server cannot be reached",
  no_first_word: "The first word did not arrive in time",
  broken_off: "The answer broke off",
  took_too_long: "The answer took longer than you allow; the text received so far is kept",
  rate_limited: "Too many requests: the server asks to wait",
  server: "The server failed",
  key: "The key is missing, wrong, or may not do this",
  quota: "The account is empty or its limit is reached",
  bad_request: "The server rejected this request",
  prompt_too_long: "The request is longer than the model's context",
  refused: "The server or the model refuses this content",
  no_answer: "The response is not a model's answer",
  resting: "This provider failed repeatedly and is paused for a while",
  shape: "The answer has the wrong form",
  ceiling: "The spending limit of one request is reached; nothing more was requested",
  storage: "The received text could not be stored",
  withdrawn: "You withdrew consent for this host; nothing more was sent",
};
