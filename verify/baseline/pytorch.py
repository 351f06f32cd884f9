"""PyTorch's times for verify/baseline/pytorch.cc: reads a line, answers a line.

    prepare OPERATION eager|compiled|graphed SIZE...   ready VERSION, or missing REASON
    run COUNT                                          milliseconds a run, of COUNT runs of what was prepared last

A run is timed by CUDA events, as the other side times its own. Inputs are random, and so many sets of them are taken in
turn that none is found in the L2. An operation is a function that makes the run; `fast` is torch.compile where that is
asked for: the forward pass is compiled, and the backward pass with it.
"""

import sys
import warnings


def inputs(torch, make, size):
    """As many sets as it takes for more than twice the L2; `size` is the bytes of one."""
    l2 = torch.cuda.get_device_properties(0).L2_cache_size
    return [make() for _ in range(2 * l2 // max(size, 1) + 1)]


def cross_entropy(torch, fast, rows, columns):
    """rows, columns: the mean loss of logits and labels, and the gradient of the logits."""
    sets = inputs(
        torch,
        lambda: (
            torch.randn(rows, columns, device="cuda", requires_grad=True),
            torch.randint(columns, (rows,), device="cuda"),
        ),
        4 * rows * columns,
    )

    loss = fast(torch.nn.functional.cross_entropy)

    def run(i):
        logits, labels = sets[i % len(sets)]
        logits.grad = None
        loss(logits, labels).backward()

    return run


def training_step(torch, fast, batch, inputs_, hidden, classes):
    """batch, inputs, hidden, classes: forward, mean cross-entropy, backward and SGD of a two-layer ReLU network."""
    model = torch.nn.Sequential(
        torch.nn.Linear(inputs_, hidden), torch.nn.ReLU(), torch.nn.Linear(hidden, classes)
    ).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    x = torch.rand(batch, inputs_, device="cuda")
    labels = torch.randint(classes, (batch,), device="cuda")

    loss = fast(lambda: torch.nn.functional.cross_entropy(model(x), labels))

    def run(_):
        optimizer.zero_grad()
        loss().backward()
        optimizer.step()

    return run


def layer_step(torch, fast, batch, inputs_, classes):
    """batch, inputs, classes: mean cross-entropy of relu(linear(x)), and the gradients of x, the weights and the bias."""
    layer = torch.nn.Linear(inputs_, classes).cuda()
    x = torch.rand(batch, inputs_, device="cuda", requires_grad=True)
    labels = torch.randint(classes, (batch,), device="cuda")

    loss = fast(lambda: torch.nn.functional.cross_entropy(torch.relu(layer(x)), labels))

    def run(_):
        x.grad = layer.weight.grad = layer.bias.grad = None
        loss().backward()

    return run


OPERATIONS = {
    "cross_entropy": cross_entropy,
    "training_step": training_step,
    "layer_step": layer_step,
}


def prepare(torch, operation, mode, sizes):
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.manual_seed(0)
    fast = torch.compile if mode == "compiled" else lambda function: function
    run = OPERATIONS[operation](torch, fast, *sizes)
    for i in range(3):  # the first call compiles
        run(i)
    if mode == "graphed":  # of the first set of inputs
        side = torch.cuda.Stream()
        with torch.cuda.stream(side):
            for _ in range(3):
                run(0)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            run(0)
        return lambda _: graph.replay()
    return run


def main():
    try:
        import torch
    except ImportError:
        torch = None
    warnings.filterwarnings("ignore")  # of TF32, which is off on purpose
    run, done = None, 0
    for line in sys.stdin:
        words = line.split()
        if torch is None:
            answer = "missing python3 has no torch"
        elif not torch.cuda.is_available():
            answer = "missing PyTorch sees no GPU"
        elif words[0] == "prepare":
            try:
                run, done = None, 0  # frees the data of the one before
                torch.cuda.empty_cache()
                run = prepare(torch, words[1], words[2], [int(word) for word in words[3:]])
                torch.cuda.synchronize()
                answer = f"ready {torch.__version__.split('+')[0]}"
            except Exception as error:  # torch.compile may miss a compiler, a graph may not be captured
                answer = "missing " + f"{type(error).__name__}: {error}".splitlines()[0]
        else:
            count = int(words[1])
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            begin.record()
            for i in range(count):
                run(done + i)
            end.record()
            end.synchronize()
            done += count
            answer = repr(begin.elapsed_time(end) / count)
        print(answer, flush=True)


if __name__ == "__main__":
    main()
