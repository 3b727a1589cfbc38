"""Why adapters are shown to FSDP2 before verl's reference pass, and that they are. Needs peft, which verl brings."""

from types import SimpleNamespace

import pytest

torch = pytest.importorskip("torch")
peft = pytest.importorskip("peft")
pytest.importorskip("transfer_queue")

pytestmark = pytest.mark.verl
IDS = torch.arange(8)[None]


@pytest.fixture
def rank():
    """A group of one rank, as FSDP2 wants it."""
    torch.distributed.init_process_group("gloo", store=torch.distributed.HashStore(), rank=0, world_size=1)
    yield torch.distributed.init_device_mesh("cpu", (1,))
    torch.distributed.destroy_process_group()


def sharded(mesh):
    """A network with adapters: float32 weights, bfloat16 products, as the backend sets them."""
    from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
    from transformers import Qwen2Config, Qwen2ForCausalLM

    sizes = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1, "vocab_size": 16}
    network = Qwen2ForCausalLM(Qwen2Config(**sizes, num_attention_heads=2, num_key_value_heads=2))
    network = peft.get_peft_model(
        network, peft.LoraConfig(task_type="CAUSAL_LM", r=2, target_modules="all-linear")
    )
    how = {"mesh": mesh, "mp_policy": MixedPrecisionPolicy(torch.bfloat16, torch.float32)}
    for layer in network.get_base_model().model.layers:
        fully_shard(layer, **how)
    return fully_shard(network, **how)


def reference_then_update(network):
    with torch.no_grad(), network.disable_adapter():
        network(input_ids=IDS)
    network(input_ids=IDS).logits.float().sum().backward()
    return {p.grad.dtype for p in network.parameters() if p.grad is not None}


def test_a_pass_with_the_adapters_must_come_first(rank):
    network = sharded(rank)
    with torch.no_grad():
        network(input_ids=IDS)
    assert reference_then_update(network) == {torch.float32}
    with pytest.raises(RuntimeError, match="gradient with dtype"):  # if this passes, torch has mended it
        reference_then_update(sharded(rank))


def test_it_comes_once_and_only_with_adapters(monkeypatch):
    from skill1.train.verl import trainer

    queue, asked = [], []
    batch = SimpleNamespace(keys=["adapters0", "adapters1"], fields=[], extra_info={})
    monkeypatch.setattr(trainer.tq, "kv_batch_put", lambda **given: queue.append(given) or batch)
    monkeypatch.setattr(trainer.tq, "kv_clear", lambda **given: queue.append(given["keys"]))
    cluster = trainer.ClusterTrainer.__new__(trainer.ClusterTrainer)
    cluster.config = SimpleNamespace(actor_rollout_ref=SimpleNamespace(rollout=SimpleNamespace(temperature=0.7)))
    cluster.actor_rollout_wg = SimpleNamespace(compute_log_prob=asked.append)
    cluster._adapters_shown, cluster.ref_in_actor = False, False
    cluster._show_adapters(2, 0)
    assert not queue
    cluster.ref_in_actor = True
    cluster._show_adapters(2, 0)
    cluster._show_adapters(2, 0)
    assert asked == [batch] and queue[1:] == [batch.keys] and len(queue[0]["tags"]) == 2
    assert batch.extra_info == {"calculate_entropy": False, "compute_loss": False, "temperature": 0.7}
    assert "no_lora_adapter" not in batch.extra_info and batch.fields is None
