// The words for each failure code: what happened, what is safe, what to do.

interface FailureWords {
  title: string;
  safe: string;
  todo: string;
}

type All = Record<string, FailureWords>;

export const zhFailures = {
  file_not_found: {
    title: "找不到这个文件",
    safe: "没有改动任何内容。",
    todo: "文件可能被移动或改名了，请重新选择。",
  },
  file_exists: {
    title: "那里已经有同名文件",
    safe: "原来的文件没有动。",
    todo: "换一个名字，或确认可以替换它。",
  },
  not_a_project: {
    title: "这不是文房作品",
    safe: "文件保持原样，没有改动。",
    todo: "如果是文稿，请新建作品后用“导入”把它带进来。",
  },
  foreign_schema: {
    title: "这个作品文件的表与文房所建的不同",
    safe: "文件保持原样，其中的任何语句都没有运行。",
    todo: "文件可能损坏了，或被别的程序改过。只读打开可以看到还能读出的文字。",
  },
  newer_schema: {
    title: "作品由更新版本的文房写成",
    safe: "文件保持原样，没有改动。",
    todo: "请用更新版本的文房打开；这里可以只读打开。",
  },
  older_schema: {
    title: "作品是较早版本的文房写的",
    safe: "文件保持原样，没有改动。",
    todo: "以可写方式打开一次：会先备份，再升级到现在的格式。",
  },
  project_held: {
    title: "作品正在别处打开",
    safe: "作品没有改动。",
    todo: "请先在那里关闭；在此期间可以只读打开。如果那台机器已经关机，可以接管。",
  },
  read_only: {
    title: "作品是只读打开的",
    safe: "没有改动任何内容。",
    todo: "以可写方式重新打开作品后再试。",
  },
  not_writable: {
    title: "文件或文件夹不允许写入",
    safe: "没有改动任何内容；正在写的文字还在窗口里。",
    todo: "检查文件夹还在不在、能不能写入，或另存到别处。",
  },
  file_gone: {
    title: "作品文件被移动、删除或替换了",
    safe: "正在写的文字还在窗口里，已打开的内容仍可阅读。",
    todo: "把文件放回原处后会自动再存；也可以先导出一份到别处。",
  },
  backup_folder: {
    title: "备份文件夹“{{folder}}”用不了",
    safe: "作品和以前的备份都没有动。",
    todo: "接上那块硬盘，检查它能不能写入，或另选一个文件夹。",
  },
  disk_full: {
    title: "磁盘已满",
    safe: "之前保存的都安全；这一次没有存入，正在写的文字还在窗口里。",
    todo: "腾出一些空间，会自动再试。",
  },
  busy: { title: "作品文件正忙", safe: "这一次没有存入，之前的都安全。", todo: "稍等片刻再试。" },
  damaged: {
    title: "作品文件有损坏",
    safe: "文件没有动过；读出的文字都经过校验，较早的版本和备份可能完好。",
    todo: "打开最近的备份，或只读打开还读得出的部分。",
  },
  too_large: {
    title: "文字太大，一次读不下",
    safe: "什么都没有改动。",
    todo: "把过长的一场拆开再试；来历不明的文件可能是有意做成这样的。",
  },
  io: {
    title: "磁盘或系统出错",
    safe: "之前保存的都安全；正在写的文字还在窗口里。",
    todo: "检查磁盘后再试。",
  },
  not_found: {
    title: "要找的内容已不在作品里",
    safe: "没有改动任何内容。",
    todo: "刷新后再试，或到回收站看看。",
  },
  bad_request: { title: "这样做不到", safe: "没有改动任何内容。", todo: "请看下面的说明，修改后再试。" },
  name_taken: {
    title: "这个名字已经有主了",
    safe: "没有改动任何内容。",
    todo: "先从那里去掉这个名字，或换一个名字。",
  },
  in_use: {
    title: "它还在用",
    safe: "没有改动任何内容。",
    todo: "先在用到它的地方换一个，或确认仍要删除。",
  },
  time_cycle: {
    title: "时间绕成了圈",
    safe: "没有改动任何内容。",
    todo: "检查这些事件的时间和先后关系。",
  },
  quote_not_found: {
    title: "原文里没有这句话",
    safe: "没有改动任何内容。",
    todo: "文字可能刚改过。请重新选中原文再试。",
  },
  merge_conflict: {
    title: "两条线改了同一处",
    safe: "没有改动任何内容。",
    todo: "请决定以哪一边的文字为准。",
  },
  import_refused: {
    title: "这个文件无法导入",
    safe: "作品没有改动，源文件保持原样。",
    todo: "在原来的程序里打开它，另存为 .docx 或纯文本，再导入。",
  },
  copy_mismatch: {
    title: "副本与原件不一致，已丢弃",
    safe: "作品和较早的备份都没有动。",
    todo: "检查磁盘后再试。",
  },
  no_project: { title: "没有打开作品", safe: "没有改动任何内容。", todo: "先打开或新建一部作品。" },
  no_model: {
    title: "还没有可用的模型",
    safe: "没有发送任何内容，文字没有改动。",
    todo: "在“模型设置”里添加服务商并选一个模型。",
  },
  consent_needed: {
    title: "还没有同意把文字发到这里",
    safe: "没有发送任何内容，文字没有改动。",
    todo: "看过要发的内容后，同意了才会发送。",
  },
  agreement_needed: {
    title: "还没有同意这次请求的用量",
    safe: "没有发送任何内容，文字没有改动。",
    todo: "看过要发的内容和用量后，同意了才会发送。",
  },
  no_keychain: {
    title: "这台机器没有可用的钥匙串",
    safe: "密钥没有存到别处，也没有发送任何内容。",
    todo: "在“模型设置”的“密钥存放”里改用加密文件，或只放在内存里。",
  },
  keys_locked: {
    title: "密钥锁着",
    safe: "没有发送任何内容，密钥没有改动。",
    todo: "解锁系统的钥匙串，或在“密钥存放”里输入密钥文件的口令，再试一次。",
  },
  key_elsewhere: {
    title: "密钥是给另一个地址的",
    safe: "没有发送任何内容，原来的密钥还在。",
    todo: "在“模型设置”里为新地址重新填写密钥，或把它忘掉。",
  },
  ceiling_reached: {
    title: "已到你设的花费上限",
    safe: "没有再发出请求，已经到的文字都在。",
    todo: "在“花费上限”里调高，或过些时候再试。",
  },
  model_failed: {
    title: "模型或它的服务器出错",
    safe: "已经到的文字都在，作品没有改动。",
    todo: "检查网络、地址和密钥，或稍后再试；也可以换一个模型。",
  },
  step_failed: {
    title: "流程有一步没有成功",
    safe: "已完成的步骤仍然有效。",
    todo: "看看是哪一步，再继续这次运行。",
  },
  answer_unusable: {
    title: "模型的回答不合所要的格式",
    safe: "已经到的文字都在，作品没有改动。",
    todo: "换一个模型再试，或把这一步交给本机做。",
  },
  prompt_faulty: {
    title: "提示词模板有错",
    safe: "没有发送任何内容，原来的模板没有改动。",
    todo: "在提示词工坊里改正，或恢复自带的模板。",
  },
  model_unusable: {
    title: "语义模型用不了",
    safe: "作品没有改动；没有它也能搜索，以字面相近代替。",
    todo: "在“语义模型”里换一个文件夹，或重新下载。",
  },
  download_failed: {
    title: "没能下载",
    safe: "作品没有改动；已经下载的部分留着。",
    todo: "检查网络后再试，或换一个下载地址。",
  },
  no_pdf_program: {
    title: "没有装排 PDF 的程序",
    safe: "什么都没有写。",
    todo: "用“文件 › 打印…”打印成 PDF，或导出 Word、网页后打印；安装包里带有这个程序。",
  },
  no_font: {
    title: "这台电脑没有这种文字的字体",
    safe: "什么都没有写。",
    todo: "装一套中文或日文字体（例如 Noto Serif CJK、思源宋体），再导出一次。",
  },
  nothing_for_print: {
    title: "这里的内容都标了“不印”",
    safe: "什么都没有写，也没有改动任何内容。",
    todo: "取消一个场景或一段的“不印”，或另选一章、一卷或全书。",
  },
  pdf_too_large: {
    title: "书太长，排版时内存不够",
    safe: "什么都没有写。",
    todo: "把最长的一章或一卷分开，或导出 Word、网页后打印。",
  },
  already_running: {
    title: "这里正在做同样的事",
    safe: "没有发出第二次请求，不会重复花费。",
    todo: "等它结束，或先停下它。",
  },
  step_refused: {
    title: "这一步不让动笔",
    safe: "还没有发出写正文的请求。",
    todo: "把缺的补上，或者这一次跳过这一步。",
  },
  stopped: { title: "已停止", safe: "这一次的操作没有留下任何改动。", todo: "需要时可以重新开始。" },
  internal: {
    title: "程序内部出错",
    safe: "正在写的文字还在窗口里，之前保存的都安全。",
    todo: "请再试一次；如果反复出现，请把详情发给我们。",
  },
} satisfies All;

export const enFailures: { [K in keyof typeof zhFailures]: FailureWords } = {
  file_not_found: {
    title: "The file was not found",
    safe: "Nothing was changed.",
    todo: "It may have been moved or renamed. Choose it again.",
  },
  file_exists: {
    title: "A file with that name already exists",
    safe: "The existing file was left as it is.",
    todo: "Choose another name, or allow it to be replaced.",
  },
  not_a_project: {
    title: "This is not a Wenfang novel",
    safe: "The file was left as it is.",
    todo: "If it is a text file, create a novel and import it.",
  },
  foreign_schema: {
    title: "The tables of this novel are not Wenfang's",
    safe: "The file was left as it is, and nothing in it was run.",
    todo: "It is damaged, or another program changed it. Open it for reading to see what can still be read.",
  },
  newer_schema: {
    title: "This novel was saved by a newer release of Wenfang",
    safe: "The file was left as it is.",
    todo: "Open it with that release; here it can only be opened for reading.",
  },
  older_schema: {
    title: "This novel was saved by an older release of Wenfang",
    safe: "The file was left as it is.",
    todo: "Open it for editing once: it will be backed up and updated.",
  },
  project_held: {
    title: "The novel is open elsewhere",
    safe: "The novel was not changed.",
    todo: "Close it there. You can read it meanwhile. If that machine is off, you can take over.",
  },
  read_only: {
    title: "The novel is open read-only",
    safe: "Nothing was changed.",
    todo: "Open it for editing and try again.",
  },
  not_writable: {
    title: "The file or its folder is not writable",
    safe: "Nothing was changed; your text is still in the window.",
    todo: "Check that the folder is there and can be written to, or choose another place.",
  },
  file_gone: {
    title: "The novel's file was moved, removed or replaced",
    safe: "Your text is still in the window, and open text can still be read.",
    todo: "Put the file back, and saving resumes automatically; or export a copy elsewhere first.",
  },
  backup_folder: {
    title: "The backup folder “{{folder}}” cannot be used",
    safe: "The novel and older backups were not touched.",
    todo: "Plug in the disk, check that it is writable, or choose another folder.",
  },
  disk_full: {
    title: "The disk is full",
    safe: "Everything saved before is safe; your text is still in the window.",
    todo: "Free some space; saving will be retried automatically.",
  },
  busy: {
    title: "The novel's file is busy",
    safe: "Nothing was stored this time; everything before it is safe.",
    todo: "Wait a moment and try again.",
  },
  damaged: {
    title: "The novel's file is damaged",
    safe: "The file was left as it is. Every text is verified when it is read; earlier versions and backups may be intact.",
    todo: "Open the newest backup, or open for reading what can still be read.",
  },
  too_large: {
    title: "The text is too large to read in one piece",
    safe: "Nothing was changed.",
    todo: "Split the scene that is too long. A file from someone else may be built this way on purpose.",
  },
  io: {
    title: "The disk or the system failed",
    safe: "Everything saved before is safe; your text is still in the window.",
    todo: "Check the disk and try again.",
  },
  not_found: {
    title: "This is no longer in the novel",
    safe: "Nothing was changed.",
    todo: "Try again, or look in the bin.",
  },
  bad_request: {
    title: "This cannot be done",
    safe: "Nothing was changed.",
    todo: "See the details below and try again.",
  },
  name_taken: {
    title: "The name is already in use",
    safe: "Nothing was changed.",
    todo: "Remove it there first, or choose another name.",
  },
  in_use: {
    title: "It is in use",
    safe: "Nothing was changed.",
    todo: "Choose something else where it is used first, or confirm that it is removed.",
  },
  time_cycle: {
    title: "Events would happen before themselves",
    safe: "Nothing was changed.",
    todo: "Check the times of these events and their order.",
  },
  quote_not_found: {
    title: "This quote is not in the text",
    safe: "Nothing was changed.",
    todo: "It may have been edited just now. Select the passage again.",
  },
  merge_conflict: {
    title: "Both lines changed the same place",
    safe: "Nothing was changed.",
    todo: "Choose which text to keep.",
  },
  import_refused: {
    title: "This file cannot be imported",
    safe: "The novel was not changed; the file was left as it is.",
    todo: "Open it in its own program, save it as .docx or plain text, and import that.",
  },
  copy_mismatch: {
    title: "The copy did not match and was discarded",
    safe: "The novel and older backups were left as they are.",
    todo: "Check the disk and try again.",
  },
  no_project: {
    title: "No novel is open",
    safe: "Nothing was changed.",
    todo: "Open a novel or create one.",
  },
  no_model: {
    title: "No model is set up yet",
    safe: "Nothing was sent, and the text was not changed.",
    todo: "Add a provider and choose a model in “Models”.",
  },
  consent_needed: {
    title: "You have not yet agreed to send text there",
    safe: "Nothing was sent, and the text was not changed.",
    todo: "Review what would be sent; it is sent only if you agree.",
  },
  agreement_needed: {
    title: "You have not yet agreed to the usage of this request",
    safe: "Nothing was sent, and the text was not changed.",
    todo: "Review what would be sent and its usage; it is sent only if you agree.",
  },
  no_keychain: {
    title: "This system has no keychain",
    safe: "The key was stored nowhere else, and nothing was sent.",
    todo: "Keep keys in an encrypted file or in memory: see “Key storage” in “Models”.",
  },
  keys_locked: {
    title: "The keys are locked",
    safe: "Nothing was sent, and no key was changed.",
    todo: "Unlock the system keychain, or enter the passphrase of the key file, and try again.",
  },
  key_elsewhere: {
    title: "The key belongs to another address",
    safe: "Nothing was sent, and the key is still stored.",
    todo: "Enter the key again for the new address, or forget it, in “Models”.",
  },
  ceiling_reached: {
    title: "Your ceiling has been reached",
    safe: "Nothing more was sent; the text received so far is kept.",
    todo: "Raise it under “Ceilings”, or go on later.",
  },
  model_failed: {
    title: "The model or its server failed",
    safe: "The text received so far is kept, and the novel was not changed.",
    todo: "Check the network, the address and the key, or try later; another model may work.",
  },
  step_failed: {
    title: "A step of the workflow failed",
    safe: "The results of the finished steps are kept.",
    todo: "Check the steps, then resume the run.",
  },
  answer_unusable: {
    title: "The model's answer is not in the requested form",
    safe: "The text received so far is kept, and the novel was not changed.",
    todo: "Try another model, or run this step on this machine.",
  },
  prompt_faulty: {
    title: "A prompt template cannot be used",
    safe: "Nothing was sent, and the template was left as it was.",
    todo: "Correct it in the prompt workshop, or restore the default.",
  },
  model_unusable: {
    title: "The embedding model cannot be used",
    safe: "The novel was not changed. Search continues without it, by similar wording.",
    todo: "Choose another folder in “Embedding model”, or download it again.",
  },
  download_failed: {
    title: "The download failed",
    safe: "The novel was not changed; the part already downloaded is kept.",
    todo: "Check the network and try again, or use another mirror.",
  },
  no_pdf_program: {
    title: "The program that writes PDF files is not installed",
    safe: "Nothing was written.",
    todo: "Use File › Print…, or export a Word document or a web page and print it; the installed package has the program.",
  },
  no_font: {
    title: "This computer has no font for the language",
    safe: "Nothing was written.",
    todo: "Install one, for example Noto Serif CJK, and export again.",
  },
  nothing_for_print: {
    title: "Everything in it is marked not for print",
    safe: "Nothing was written or changed.",
    todo: "Let a scene or a paragraph be printed again, or choose another chapter, the volume or the whole book.",
  },
  pdf_too_large: {
    title: "The book is too long to lay out in the allowed memory",
    safe: "Nothing was written.",
    todo: "Divide the longest chapter or volume, or export a Word document or a web page and print it.",
  },
  already_running: {
    title: "The same is already running here",
    safe: "No second request was sent, so nothing is paid twice.",
    todo: "Wait for it to end, or stop it first.",
  },
  step_refused: {
    title: "A step did not let the text begin",
    safe: "The text was not asked for.",
    todo: "Supply what is missing, or leave this step out this time.",
  },
  stopped: {
    title: "Stopped",
    safe: "Nothing was stored this time.",
    todo: "Start again whenever you like.",
  },
  internal: {
    title: "The program hit an internal error",
    safe: "Your text is still in the window; everything saved before is safe.",
    todo: "Try again. If it happens again, send us the details.",
  },
};
