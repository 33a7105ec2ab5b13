"""PyTorch and ONNX Runtime on the model and the paragraphs of a folder, for the benchmark `embed`.

Prints the names of its contestants, then, for each line `name,threads,batch` on standard input, the seconds of one run over
all paragraphs: of the processor for one thread, of the wall for more. Tokens are made before the clock starts.
"""

import pathlib
import sys
import time

import torch
from transformers import BertModel, BertTokenizerFast

FOLDER = pathlib.Path(sys.argv[1])


def exported():
    """The model as ONNX, its graph fused, in floats and in bytes; None where that cannot be done."""
    try:
        import onnx
        import onnxruntime
        from onnxruntime.quantization import QuantType, quantize_dynamic
        from onnxruntime.transformers import optimizer

        # Attention written out: the optimiser knows that form.
        model = BertModel.from_pretrained(FOLDER, add_pooling_layer=False, attn_implementation="eager").eval()
        plain, fused, quantised = (str(FOLDER / f"{name}.onnx") for name in ("plain", "fused", "int8"))

        class Rows(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.model = model

            def forward(self, input_ids, attention_mask):
                return self.model(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state

        ids = torch.ones((2, 16), dtype=torch.int64)
        free = {0: "batch", 1: "length"}
        torch.onnx.export(
            Rows(),
            (ids, torch.ones_like(ids)),
            plain,
            input_names=["input_ids", "attention_mask"],
            output_names=["rows"],
            dynamic_axes={"input_ids": free, "attention_mask": free, "rows": free},
            opset_version=17,
            dynamo=False,
        )
        better = optimizer.optimize_model(plain, "bert", num_heads=model.config.num_attention_heads,
                                          hidden_size=model.config.hidden_size, opt_level=1)
        print("fused:", better.get_fused_operator_statistics(), file=sys.stderr)
        better.save_model_to_file(fused)
        quantize_dynamic(fused, quantised, weight_type=QuantType.QInt8, per_channel=True,
                         extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT})
        return onnxruntime, fused, quantised
    except Exception as error:  # The others can still run.
        print("no ONNX contestants:", repr(error)[:2000], file=sys.stderr)
        return None


def main():
    torch.set_grad_enabled(False)
    model = BertModel.from_pretrained(FOLDER, add_pooling_layer=False).eval()
    tokenizer = BertTokenizerFast(vocab=str(FOLDER / "vocab.txt"), do_lower_case=False)
    texts = (FOLDER / "paragraphs.txt").read_text(encoding="utf-8").lower().split("\n")
    names = ["PyTorch f32"]
    onnx = exported()
    if onnx:
        names += ["ONNX Runtime f32", "ONNX Runtime int8"]
    print(",".join(names), flush=True)
    batches, sessions = {}, {}

    def session(path, threads):
        if (path, threads) not in sessions:
            options = onnx[0].SessionOptions()
            options.intra_op_num_threads = threads
            sessions[path, threads] = onnx[0].InferenceSession(path, options, ["CPUExecutionProvider"])
        return sessions[path, threads]

    for line in sys.stdin:
        name, threads, batch = line.strip().split(",")
        threads, batch = int(threads), int(batch)
        if batch not in batches:
            batches[batch] = [
                tokenizer(texts[at:at + batch], padding=True, return_tensors="pt")
                for at in range(0, len(texts), batch)
            ]
        clock = time.process_time if threads == 1 else time.perf_counter
        if name.startswith("PyTorch"):
            torch.set_num_threads(threads)
            start = clock()
            for tokens in batches[batch]:
                rows = model(input_ids=tokens["input_ids"], attention_mask=tokens["attention_mask"])
                torch.nn.functional.normalize(rows.last_hidden_state[:, 0])
        else:
            run = session(onnx[1] if name.endswith("f32") else onnx[2], threads)
            inputs = [
                {"input_ids": tokens["input_ids"].numpy(), "attention_mask": tokens["attention_mask"].numpy()}
                for tokens in batches[batch]
            ]
            start = clock()
            for tokens in inputs:
                run.run(None, tokens)
        print(clock() - start, flush=True)


main()
