"""PyTorch's times for verify/baseline/pytorch.cc: reads a line, answers a line.

    prepare OPERATION eager|compiled|graphed SIZE...   ready NAME, or missing REASON
    run COUNT                                          milliseconds a run, of COUNT runs of what was prepared last

A run is timed by CUDA events, as the other side times its own. Inputs are random, and so many sets of them are taken in
turn that none is found in the L2.
"""

import sys


def inputs(torch, make, size):
    """As many sets as it takes for more than twice the L2; `size` is the bytes of one."""
    l2 = torch.cuda.get_device_properties(0).L2_cache_size
    return [make() for _ in range(2 * l2 // max(size, 1) + 1)]


def total(torch, n):
    """n: the sum of n floats."""
    sets = inputs(torch, lambda: torch.rand(n, device="cuda"), 4 * n)
    return lambda i: sets[i % len(sets)].sum()


def softmax(torch, rows, columns):
    """rows, columns: softmax of each row."""
    sets = inputs(torch, lambda: torch.randn(rows, columns, device="cuda"), 4 * rows * columns)
    return lambda i: torch.softmax(sets[i % len(sets)], 1)


def cross_entropy(torch, rows, columns):
    """rows, columns: the mean loss of logits and labels, and the gradient of the logits."""
    sets = inputs(
        torch,
        lambda: (
            torch.randn(rows, columns, device="cuda", requires_grad=True),
            torch.randint(columns, (rows,), device="cuda"),
        ),
        4 * rows * columns,
    )

    def run(i):
        logits, labels = sets[i % len(sets)]
        logits.grad = None
        torch.nn.functional.cross_entropy(logits, labels).backward()

    return run


def layer_norm(torch, rows, columns):
    """rows, columns: LayerNorm with weight and bias."""
    layer = torch.nn.LayerNorm(columns, device="cuda")
    sets = inputs(torch, lambda: torch.randn(rows, columns, device="cuda"), 4 * rows * columns)
    return lambda i: layer(sets[i % len(sets)])


def training_step(torch, batch, inputs_, hidden, classes):
    """batch, inputs, hidden, classes: forward, mean cross-entropy, backward and SGD of a two-layer ReLU network."""
    model = torch.nn.Sequential(
        torch.nn.Linear(inputs_, hidden), torch.nn.ReLU(), torch.nn.Linear(hidden, classes)
    ).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    x = torch.rand(batch, inputs_, device="cuda")
    labels = torch.randint(classes, (batch,), device="cuda")

    def run(_):
        optimizer.zero_grad(set_to_none=False)
        torch.nn.functional.cross_entropy(model(x), labels).backward()
        optimizer.step()

    return run


def linear_relu(torch, batch, inputs_, classes):
    """batch, inputs, classes: a linear layer with bias and ReLU."""
    layer = torch.nn.Linear(inputs_, classes).cuda()
    sets = inputs(torch, lambda: torch.rand(batch, inputs_, device="cuda"), 4 * batch * inputs_)
    return lambda i: torch.relu(layer(sets[i % len(sets)]))


OPERATIONS = {
    "sum": total,
    "softmax": softmax,
    "cross_entropy": cross_entropy,
    "layer_norm": layer_norm,
    "training_step": training_step,
    "linear_relu": linear_relu,
}


def prepare(torch, operation, mode, sizes):
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.manual_seed(0)
    run = OPERATIONS[operation](torch, *sizes)
    if mode == "compiled":
        compiled = torch.compile(run, dynamic=False)
        for i in range(3):
            compiled(i)
        return compiled
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
                answer = f"ready PyTorch {torch.__version__.split('+')[0]} {words[2]}"
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
