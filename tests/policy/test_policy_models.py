"""Tiny policies are ordinary folders; trainer and engine agree on them and on models of other shapes."""

import importlib.util
import json
import platform
import shutil
import subprocess
import sys

import pytest
import torch
import transformers
from engine_requests import FP32_MAX, FP32_MEAN, serve, some_requests

from skill1.config import ModelConfig
from skill1.errors import ConfigError, DataError
from skill1.policy import load
from skill1.policy import logprobs as scoring
from skill1.policy.hf import HFPolicy
from skill1.policy.load import load_model, no_dropout, pick_device, pick_dtype
from skill1.policy.logprobs import token_logprobs
from skill1.policy.tiny import SPECIAL_TOKENS, make_tiny_policy, make_tokenizer, words_of
from skill1.policy.tokens import Tokens
from tests.rollout.rollers import roller
from tests.rollout.tiny_world import SMALL, household, stocked_library, tasks


def largest_and_mean_gap(engine, rows: list[tuple[tuple[int, ...], int, tuple[float, ...]]]):
    """Trainer against sampler: ``rows`` are (ids, first sampled position, sampled log-probs)."""
    gaps = []
    for ids, start, logprobs in rows:
        where = torch.zeros(1, len(ids), dtype=torch.bool)
        where[0, start : start + len(logprobs)] = True
        with torch.no_grad():
            got, _ = token_logprobs(engine.model, torch.tensor([ids]), where, 1.0, with_entropy=False)
        gaps.append((got - torch.tensor(logprobs)).abs())
    gaps = torch.cat(gaps)
    return float(gaps.max()), float(gaps.mean())


def test_trainer_and_sampler_agree_on_every_token_of_whole_episodes(folder, engine):
    config = household(folder)
    with stocked_library(config, 24) as library:
        groups = roller(config, engine).play_groups(tasks(6), library, seed=0, step=1, group_size=4)
    segments = [s for group in groups for e in group.episodes for s in e.segments]
    assert {s.stage for s in segments} == {"query", "rerank", "act", "distill"}
    rows = [(s.prompt_ids + s.response_ids, len(s.prompt_ids), s.logprobs) for s in segments]
    largest, mean = largest_and_mean_gap(engine, rows)
    assert largest <= FP32_MAX and mean <= FP32_MEAN


@pytest.mark.parametrize(
    ("family", "settings"),
    [
        ("Qwen2", {"num_key_value_heads": 2}),
        ("GPTNeoX", {}),  # Pythia: has no setting for key-value heads
        ("StableLm", {"num_key_value_heads": 4}),  # its layers drop what is meant for attention
        ("Qwen3", {"head_dim": 16, "num_key_value_heads": 2}),
        ("Gemma3Text", {"head_dim": 16, "num_key_value_heads": 2}),
        ("Phi3", {"num_key_value_heads": 2}),
        ("Olmo2", {}),
        ("SmolLM3", {"num_key_value_heads": 2}),
    ],
)
def test_trainer_and_sampler_agree_with_other_families(tmp_path, folder, family, settings):
    tokens = Tokens.load(folder)
    torch.manual_seed(3)
    config = getattr(transformers, f"{family}Config")(
        vocab_size=len(tokens),
        hidden_size=32,
        intermediate_size=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        max_position_embeddings=256,
        initializer_range=0.1,
        eos_token_id=tokens.eos_id,
        pad_token_id=tokens.pad_id,
        **settings,
    )
    plain = transformers.AutoModelForCausalLM.from_config(config).eval()
    plain.save_pretrained(tmp_path)
    engine = HFPolicy(load_model(ModelConfig(path=str(tmp_path), device="cpu")), tokens)
    requests = some_requests(30, len(tokens))
    answers = serve(engine, requests)
    assert serve(engine, requests[7:8]) == answers[7:8]
    rows = [
        (r.prompt_ids + a.token_ids, len(r.prompt_ids), a.logprobs) for r, a in zip(requests, answers, strict=True)
    ]
    largest, mean = largest_and_mean_gap(engine, rows)
    assert largest <= FP32_MAX and mean <= FP32_MEAN
    for ids, start, logprobs in rows:
        with torch.no_grad():
            own = plain(torch.tensor([ids])).logits[0, start - 1 : -1].log_softmax(-1)
        own = own.gather(1, torch.tensor(ids[start:])[:, None])[:, 0]
        torch.testing.assert_close(torch.tensor(logprobs), own, rtol=0, atol=FP32_MAX)


@pytest.mark.parametrize(
    ("family", "settings", "prompt", "is_refused"),
    [
        ("Qwen2", {"use_sliding_window": True, "max_window_layers": 1}, 300, True),
        ("Qwen2", {"use_sliding_window": True, "max_window_layers": 1}, 100, False),
        ("Qwen2", {"use_sliding_window": True, "max_window_layers": 2}, 300, False),  # both layers see everything
        ("Qwen2", {"use_sliding_window": False}, 300, False),
        ("Mistral", {}, 300, True),
        ("Mistral", {"max_position_embeddings": 256}, 300, False),  # no row can be longer than the window
    ],
)
def test_prompts_longer_than_a_models_window_are_refused(folder, family, settings, prompt, is_refused):
    tokens = Tokens.load(folder)
    shape = dict.fromkeys(("num_hidden_layers", "num_attention_heads", "num_key_value_heads"), 2)
    shape |= {"vocab_size": len(tokens), "hidden_size": 32, "intermediate_size": 48, "sliding_window": 256}
    settings = getattr(transformers, f"{family}Config")(**(shape | settings))
    model = getattr(transformers, f"{family}ForCausalLM")(settings)
    limits = [f"--model.max_prompt_tokens={prompt}", "--sampling.distill_tokens=120"]
    config = household(folder, *limits, "--policy.engine=hf")
    if not is_refused:
        assert load.open_policy(config, folder, tokens, rows=8, model=model).model is model
        return
    with pytest.raises(ConfigError, match=r"last 256 tokens only.* have 420\. .*max_prompt_tokens 136, or .*vllm"):
        load.open_policy(config, folder, tokens, rows=8, model=model)


@pytest.mark.parametrize(("prompt", "is_refused"), [(300, True), (8, False)])
def test_rows_with_another_scale_of_positions_are_refused(folder, prompt, is_refused):
    """LongRoPE, as of Phi-4-mini: log-probs would depend on the other rows of a pass."""
    tokens, long = Tokens.load(folder), {"original_max_position_embeddings": 128}
    rope = {"rope_type": "longrope", "short_factor": [1.0] * 8, "long_factor": [4.0] * 8, **long}
    shape = SMALL_SHAPE | {"vocab_size": len(tokens), "max_position_embeddings": 512}
    model = transformers.Phi3ForCausalLM(transformers.Phi3Config(**shape, **long, rope_parameters=rope))
    for engine in ("hf", "vllm") if is_refused else ("hf",):
        limits = (f"--model.max_prompt_tokens={prompt}", "--sampling.distill_tokens=120")
        config = household(folder, *limits, f"--policy.engine={engine}")
        if not is_refused:
            assert load.open_policy(config, folder, tokens, rows=8, model=model).model is model
            continue
        with pytest.raises(ConfigError, match=r"more than 128 tokens .*may have 420\. .*max_prompt_tokens 8,"):
            load.open_policy(config, folder, tokens, rows=8, model=model)


SMALL_SHAPE = dict.fromkeys(("num_hidden_layers", "num_attention_heads", "num_key_value_heads"), 2)
SMALL_SHAPE |= {"vocab_size": 64, "hidden_size": 32, "intermediate_size": 48, "pad_token_id": 0}
SMALL_LATENTS = {
    "kv_lora_rank": 16,
    "q_lora_rank": 16,
    "qk_rope_head_dim": 8,
    "qk_nope_head_dim": 8,
    "v_head_dim": 16,
}
SMALL_LATENTS |= {"n_routed_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 16}


@pytest.mark.parametrize(
    ("family", "settings"),
    [
        ("Granite", {"logits_scaling": 8.0}),
        ("Cohere", {}),  # scales its logits
        ("Gemma2", {"head_dim": 16}),  # caps them
        ("ModernBertDecoder", {}),  # has more layers before them
        ("GptOss", {"num_local_experts": 2}),  # sinks
        ("Falcon", {}),
        ("GPTBigCode", {}),  # one key for all heads, without a setting of that name
        ("Mamba", {}),
        ("Jamba", {"attn_layer_period": 2, "attn_layer_offset": 1}),
        ("Lfm2", {"layer_types": ["conv", "full_attention"]}),
        ("DeepseekV3", SMALL_LATENTS | {"n_group": 2, "topk_group": 1}),
        ("Llama4Text", {"num_local_experts": 2, "intermediate_size_mlp": 16}),
        ("Phimoe", {"num_local_experts": 2}),  # draws experts while it is trained
    ],
)
def test_a_model_that_computes_otherwise_is_refused(tmp_path, family, settings):
    config = getattr(transformers, f"{family}Config")(**SMALL_SHAPE, **settings)
    transformers.AutoModelForCausalLM.from_config(config).save_pretrained(tmp_path)
    with pytest.raises(ConfigError, match=rf"family {config.model_type}, .*another --model\.path, .*vllm"):
        load_model(ModelConfig(path=str(tmp_path), device="cpu"))


def test_the_text_part_of_a_model_that_sees_is_refused(tmp_path):
    """Its settings are those of another object, which neither cache nor window would be read from."""
    text = SMALL_SHAPE | {"head_dim": 16}
    sight = dict.fromkeys(("num_hidden_layers", "num_attention_heads"), 2) | {"hidden_size": 32, "image_size": 28}
    config = transformers.Gemma3Config(text_config=text, vision_config=sight | {"intermediate_size": 16})
    transformers.Gemma3ForConditionalGeneration(config).save_pretrained(tmp_path)
    with pytest.raises(ConfigError, match=r"family gemma3, "):
        load_model(ModelConfig(path=str(tmp_path), device="cpu"))


def test_a_model_that_is_no_causal_one_is_refused_in_few_words(tmp_path):
    sizes = {"vocab_size": 64, "d_model": 32, "d_kv": 8, "d_ff": 32, "num_layers": 1, "num_heads": 2}
    transformers.T5ForConditionalGeneration(transformers.T5Config(**sizes)).save_pretrained(tmp_path)
    with pytest.raises(ConfigError, match=r"family t5, .*another --model\.path") as refused:
        load_model(ModelConfig(path=str(tmp_path), device="cpu"))
    assert len(str(refused.value)) < 500  # not the names of all families there are
    assert "vllm" not in str(refused.value)  # which plays no model with an encoder


def test_training_mode_has_neither_dropout_nor_noise(tmp_path, folder):
    """Else an update would see other log-probs than sampling did, drawn from a generator that no checkpoint holds."""
    from transformers import GPT2Config, GPT2LMHeadModel, Qwen2Config, Qwen2ForCausalLM

    shape = {"vocab_size": 50, "num_hidden_layers": 2, "num_attention_heads": 2, "hidden_size": 16}
    by_value = Qwen2Config(**shape, intermediate_size=16, num_key_value_heads=2, attention_dropout=0.2)
    by_module = GPT2Config(vocab_size=50, n_layer=2, n_head=2, n_embd=16, resid_pdrop=0.2, embd_pdrop=0.2)
    jitters = transformers.MixtralConfig(
        **shape, intermediate_size=16, num_key_value_heads=2, router_jitter_noise=0.5
    )
    ids, where = torch.arange(40)[None], torch.arange(40)[None] > 0
    of_experts = transformers.MixtralForCausalLM(jitters)
    for made in (Qwen2ForCausalLM(by_value), GPT2LMHeadModel(by_module), of_experts):
        made.save_pretrained(tmp_path / made.config.model_type)
        model = load_model(ModelConfig(path=str(tmp_path / made.config.model_type), device="cpu"))
        with torch.no_grad():
            trained = token_logprobs(model.train(), ids, where, 1.0, with_entropy=False)[0]
            sampled = token_logprobs(model.eval(), ids, where, 1.0, with_entropy=False)[0]
        assert torch.equal(trained, sampled)


def test_the_threshold_that_chooses_experts_is_no_noise(tmp_path):
    transformers.PhimoeConfig(router_jitter_noise=0.01).save_pretrained(tmp_path / "phimoe")
    transformers.MixtralConfig(router_jitter_noise=0.01).save_pretrained(tmp_path / "mixtral")
    found = {name: no_dropout(str(tmp_path / name)).get("router_jitter_noise") for name in ("phimoe", "mixtral")}
    assert found == {"phimoe": None, "mixtral": 0.0}


def test_a_tiny_folder_is_an_ordinary_one(folder):
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForCausalLM.from_pretrained(folder)
    assert model.config.vocab_size == len(tokenizer) == model.get_input_embeddings().weight.shape[0]
    assert tokenizer.convert_ids_to_tokens([0, 1, 2, 3]) == list(SPECIAL_TOKENS)
    ids = tokenizer.encode("House maple hill . task: put hot egg on desk.", add_special_tokens=False)
    assert tokenizer.decode(ids) == "house maple hill . task : put hot egg on desk ."
    assert tokenizer.unk_token_id not in ids
    assert tokenizer.encode("xyzzy", add_special_tokens=False) == [tokenizer.unk_token_id]


def test_tokens_round_trip_and_leave_special_tokens_out(folder):
    tokens = Tokens.load(folder)
    ids = tokens.encode("<bos> take egg")
    assert ids[0] == 1 and tokens.encode("<bos> take egg") is ids  # remembered
    assert tokens.decode((*ids, tokens.eos_id)) == "take egg"
    assert len(tokens) == len(tokens.tokenizer) and (tokens.pad_id, tokens.eos_id) == (0, 2)
    with pytest.raises(DataError, match="no chat template"):
        tokens.chat("hello")


def test_words_with_a_slash_come_back_as_they_were():
    tokens = Tokens(make_tokenizer(["put", "cup", "1", "in", "/", "on", "desk", "2", ",", "."]))
    for text in ("put cup 1 in/on desk 2", "cup 1 , desk 2 .", "in", ""):
        assert tokens.decode(tokens.encode(text)) == text


def test_the_words_of_a_text_are_all_known_to_a_tokenizer_made_of_them():
    text = "Take 2 cups from हिन्दी x² İstanbul, cafe\u0301\x1cin/on"
    tokens = Tokens(make_tokenizer(words_of(text)))
    assert tokens.tokenizer.unk_token_id not in tokens.encode(text)
    assert len(tokens.encode(text)) == len(words_of(text))


def test_only_short_texts_are_remembered(folder):
    tokens = Tokens.load(folder)
    for text in ("egg " * 128, "egg " * 129):
        tokens.decode(tokens.encode(text))
        tokens.decode(tokens.encode(text)[: len(text) // 16])
    assert list(tokens._encoded) == ["egg " * 128]
    assert [len(ids) for ids in tokens._decoded] == [32]


def test_on_a_cpu_the_weights_do_not_hang_on_the_file(tmp_path):
    make_tiny_policy(["egg", "put"], tmp_path, seed=0, shape=SMALL)
    model = load_model(ModelConfig(path=str(tmp_path), device="cpu"))
    file = tmp_path / "model.safetensors"
    with open(file, "r+b") as stream:
        stream.write(b"\0" * file.stat().st_size)
    assert all(p.abs().sum() > 0 for n, p in model.named_parameters() if n.endswith("proj.weight"))
    assert model.get_input_embeddings().weight is model.get_output_embeddings().weight  # still tied


_FAULTS = """
import resource, sys, torch
from skill1.config import ModelConfig
from skill1.policy.load import load_model

def faults():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(3):
        sixteen = [torch.ones(1 << 20) for _ in range(16)]  # 64 MB
        del sixteen
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

torch.set_num_threads(1)
before = faults()
load_model(ModelConfig(path=sys.argv[1], device="cpu"))
faults()  # this once the pages are new
print(before, faults())
"""


@pytest.mark.slow
@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library")
def test_what_a_tiny_policy_frees_is_kept_for_its_next_tensors(folder):
    done = subprocess.run([sys.executable, "-c", _FAULTS, str(folder)], capture_output=True, text=True, check=True)
    before, after = map(int, done.stdout.split())
    assert after < before / 10


def test_the_seed_alone_decides_the_weights(tmp_path):
    torch.manual_seed(1)
    before = torch.random.get_rng_state()
    weights = []
    for name, seed in (("a", 0), ("b", 0), ("c", 1)):
        parameters = make_tiny_policy(["egg", "put"], tmp_path / name, seed=seed, shape=SMALL)
        model = load_model(ModelConfig(path=str(tmp_path / name), device="cpu"))
        assert parameters == model.num_parameters()
        weights.append(torch.cat([p.detach().flatten() for p in model.parameters()]))
    assert torch.equal(weights[0], weights[1]) and not torch.equal(weights[0], weights[2])
    assert torch.equal(before, torch.random.get_rng_state())  # global randomness is left alone


@pytest.fixture(scope="module")
def new_policy(tmp_path_factory):
    """A tiny policy of the usual shape as it is made, with attention that can be looked at."""
    path = tmp_path_factory.mktemp("new") / "policy"
    make_tiny_policy([f"word{i}" for i in range(140)], path, seed=0)
    return transformers.AutoModelForCausalLM.from_pretrained(path, attn_implementation="eager")


def test_heads_begin_by_copying_or_suppressing_what_they_look_at(new_policy):
    for layer in new_policy.model.layers:
        into, out = layer.self_attn.v_proj.weight.detach(), layer.self_attn.o_proj.weight.detach()
        # From embedding to embedding: the trace is 0.7 for each of a head's 24 directions, up to the random part.
        passed_on = [torch.trace(out[:, i : i + 24] @ into[i : i + 24]).item() for i in range(0, 96, 24)]
        assert passed_on == pytest.approx([16.8, -16.8, -16.8, 0.0], abs=1.5)


def test_a_head_looks_back_and_later_ones_at_what_followed_the_same_word(new_policy):
    ids = torch.randint(4, 140, (64, 60), generator=torch.Generator().manual_seed(1))
    ids[:, 20] = ids[:, 59]  # the last word stood earlier, before the one at 21
    with torch.no_grad():
        attended = new_policy(ids, output_attentions=True).attentions
    first, *later = [attended_BHTT.mean(0) for attended_BHTT in attended]
    assert first[3].diagonal(-1).mean() > 0.95
    for last_H in (attended_HTT[:3, 59] for attended_HTT in later):
        assert (last_H[:, 21] > 1.2 * last_H[:, 10:50].mean(1)).all()


def test_a_missing_model_or_tokenizer_is_a_data_error(tmp_path):
    with pytest.raises(DataError, match="(?i)no model.*nowhere"):
        load_model(ModelConfig(path=str(tmp_path / "nowhere"), device="cpu"))
    with pytest.raises(DataError, match="(?i)no (tokenizer|model).*nowhere"):
        Tokens.load(tmp_path / "nowhere")


def test_a_name_that_the_hub_does_not_have_is_a_data_error():
    with pytest.raises(DataError, match="No model can be loaded from 'nobody/mis spelt'"):
        load_model(ModelConfig(path="nobody/mis spelt", device="cpu"))


def test_mistrals_own_package_is_not_taken_for_a_tokenizer(folder, monkeypatch):
    """transformers takes it wherever vLLM has brought it along, and it knows no chat template."""

    class MistralCommonBackend:
        eos_token_id, chat_template = 2, None

    plain = Tokens.load(folder)
    monkeypatch.setattr(transformers.AutoTokenizer, "from_pretrained", lambda *_, **__: MistralCommonBackend())
    tokens = Tokens.load(folder)
    assert tokens.encode("<bos> take egg") == plain.encode("<bos> take egg") and tokens.eos_id == plain.eos_id


def test_a_padding_token_that_the_model_lacks_is_never_fed(folder, monkeypatch):
    """As of fine-tunes to whose tokenizer one was added, and to whose embedding none was."""
    tokens, model = Tokens.load(folder), load_model(ModelConfig(path=str(folder), device="cpu"))
    requests = some_requests(9, len(tokens))
    expected = serve(HFPolicy(model, tokens), requests)
    tokens.pad_id = model.config.vocab_size
    assert serve(HFPolicy(model, tokens), requests) == expected
    ids = torch.tensor([[5, 6, 7, tokens.pad_id], [5, 6, 7, 8]])
    where = torch.tensor([[False, True, True, False], [False, True, True, True]])
    for is_packed in (True, False):  # which leaves padding out, or rows as they are
        monkeypatch.setattr(scoring, "can_pack", lambda _, is_packed=is_packed: is_packed)
        logp, _ = token_logprobs(model, ids, where, 1.0, with_entropy=False)
        torch.testing.assert_close(logp[:2], logp[2:4])


def test_a_tokenizer_without_an_end_token_is_told_of(tmp_path, folder):
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    tokenizer.eos_token = None
    tokenizer.save_pretrained(tmp_path)
    (tmp_path / "config.json").write_bytes((folder / "config.json").read_bytes())
    with pytest.raises(DataError, match="names no end token.* eos_token into tokenizer_config.json"):
        Tokens.load(tmp_path)


@pytest.mark.skipif(importlib.util.find_spec("sentencepiece") is not None, reason="it is installed")
def test_a_sentencepiece_tokenizer_names_the_package_that_reads_it(tmp_path, monkeypatch):
    """transformers asks for tiktoken, of which it makes nothing either."""
    (tmp_path / "config.json").write_text('{"model_type": "llama"}')
    (tmp_path / "tokenizer_config.json").write_text('{"tokenizer_class": "LlamaTokenizer"}')
    (tmp_path / "tokenizer.model").write_bytes(b"\n\x0e\n\x05<unk>\x15\0\0\0\0\x18\x02")
    found = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name, *_: None if name == "sentencepiece" else found(name)
    )
    with pytest.raises(DataError, match="Type: pip install sentencepiece"):
        Tokens.load(tmp_path)


def test_precision_and_device():
    assert pick_dtype("auto", torch.device("cpu")) == torch.float32
    assert pick_dtype("bfloat16", torch.device("cpu")) == torch.bfloat16
    assert pick_device("cpu") == torch.device("cpu")


NO_KERNELS = "CUDA error: no kernel image is available for execution on the device\nCUDA kernel errors might be"


def test_a_gpu_that_torch_has_no_kernels_for_is_told_also_where_auto_chose_it(monkeypatch):
    def refuse(*size, **how):
        assert how == {"device": torch.device("cuda")}
        raise RuntimeError(NO_KERNELS)

    monkeypatch.setattr("torch.cuda.is_available", lambda: True)
    monkeypatch.setattr("torch.zeros", refuse)
    with pytest.raises(
        ConfigError, match=r"'auto' cannot be used: CUDA error: no kernel.*\n.*--model\.device cpu"
    ):
        pick_device("auto")


@pytest.mark.parametrize(
    "said", [NO_KERNELS, "CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate`"]
)
def test_a_fault_of_the_gpu_is_not_taken_for_one_of_the_family(folder, monkeypatch, said):
    def fail(*args):
        raise RuntimeError(said)

    monkeypatch.setattr("skill1.policy.cache.RowCache.update", fail)
    with pytest.raises(ConfigError, match="cannot be used: CUDA error: "):
        load_model(ModelConfig(path=str(folder), device="cpu"))


@pytest.mark.parametrize(
    ("capability", "dtype"), [((7, 5), torch.float32), ((8, 0), torch.bfloat16), ((9, 0), torch.bfloat16)]
)
def test_a_gpu_is_bfloat16_where_it_multiplies_it(monkeypatch, capability, dtype):
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda device: capability)
    assert pick_dtype("auto", torch.device("cuda")) == dtype
    assert pick_dtype("bfloat16", torch.device("cuda")) == torch.bfloat16


@pytest.mark.parametrize(
    ("flags", "has"), [("fpu avx2", False), ("fpu avx512_bf16", True), ("asimd bf16", True), ("avx512f", False)]
)
def test_a_large_model_is_bfloat16_where_the_processor_multiplies_it(tmp_path, monkeypatch, flags, has):
    (tmp_path / "cpuinfo").write_text(f"processor : 0\nflags : {flags}\n")
    says = load.cpu_has_bfloat16.__wrapped__  # what was found for a path is kept
    assert says(tmp_path / "cpuinfo") is has and not says(tmp_path / "nowhere")
    monkeypatch.setattr(load, "cpu_has_bfloat16", lambda: has)
    low = torch.bfloat16 if has else torch.float32
    assert pick_dtype("auto", torch.device("cpu"), is_large=True) == low
    assert pick_dtype("auto", torch.device("cpu"), is_large=False) == torch.float32


@pytest.mark.parametrize("with_entropy", [False, True])
def test_the_output_layer_in_chunks_gives_the_same_figures_and_gradients(tmp_path, monkeypatch, with_entropy):
    make_tiny_policy([f"word{i}" for i in range(40)], tmp_path, seed=0, shape=SMALL)
    model = load_model(ModelConfig(path=str(tmp_path), device="cpu"))
    ids = torch.randint(5, 40, (3, 12), generator=torch.Generator().manual_seed(0))
    where = torch.ones_like(ids, dtype=torch.bool)
    where[:, 0] = False
    found = []
    for most in (scoring.MOST_LOGITS, 7 * model.config.vocab_size):  # 33 positions at once, then seven at a time
        monkeypatch.setattr(scoring, "MOST_LOGITS", most)
        model.zero_grad()
        chosen, entropies = token_logprobs(model, ids, where, 0.7, with_entropy=with_entropy)
        assert (entropies is not None) is with_entropy
        (chosen.sum() if entropies is None else (chosen - entropies).sum()).backward()
        figures = chosen if entropies is None else torch.cat([chosen, entropies])
        found.append((figures.detach(), torch.cat([p.grad.flatten() for p in model.parameters()])))
    for whole, parts in zip(*found, strict=True):
        torch.testing.assert_close(parts, whole, rtol=1e-5, atol=1e-6)


def test_a_quantised_model_says_what_it_lacks_and_that_it_is_not_trained(tmp_path, folder, monkeypatch):
    shutil.copytree(folder, tmp_path / "model")
    settings = json.loads((folder / "config.json").read_text())
    settings["quantization_config"] = {"quant_method": "bitsandbytes", "load_in_4bit": True}
    (tmp_path / "model/config.json").write_text(json.dumps(settings))

    def lacking(*_, **__):
        raise ImportError("pip install -U bitsandbytes")

    monkeypatch.setattr(transformers.AutoModelForCausalLM, "from_pretrained", lacking)
    with pytest.raises(ConfigError, match=r"quantised.*bitsandbytes\n.*not trained.*--model\.path NAME"):
        load_model(ModelConfig(path=str(tmp_path / "model"), device="cpu"))
    with pytest.raises(ImportError, match="bitsandbytes"):
        load_model(ModelConfig(path=str(folder), device="cpu"))
