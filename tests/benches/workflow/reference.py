"""The graphs of the benchmark `workflow` by LangGraph with its SQLite checkpointer: seconds as JSON."""

import json
import operator
import os
import sqlite3
import sys
import time
from typing import Annotated, TypedDict

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send


class State(TypedDict):
    n: Annotated[int, operator.add]


def noop(state):
    return {"n": 0}


def timed(graph, file):
    if os.path.exists(file):
        os.remove(file)
    connection = sqlite3.connect(file, check_same_thread=False)
    app = graph.compile(checkpointer=SqliteSaver(connection))
    config = {"configurable": {"thread_id": "1"}, "recursion_limit": 100_000}
    began = time.perf_counter()
    app.invoke({"n": 0}, config)
    took = time.perf_counter() - began
    connection.close()
    return took


chain_length, width, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]

chain = StateGraph(State)
for at in range(chain_length):
    chain.add_node(f"n{at}", noop)
    chain.add_edge(START if at == 0 else f"n{at - 1}", f"n{at}")
chain.add_edge(f"n{chain_length - 1}", END)

fan = StateGraph(State)
fan.add_node("list", noop)
fan.add_node("each", noop)
fan.add_edge(START, "list")
fan.add_conditional_edges("list", lambda state: [Send("each", state) for _ in range(width)], ["each"])
fan.add_edge("each", END)

print(json.dumps({"chain": timed(chain, path), "fan": timed(fan, path)}))
