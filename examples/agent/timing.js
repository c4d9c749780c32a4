import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** Thinking time before each task: `MSD_EXAMPLE_PACE` milliseconds, default none. */
export function pause() {
  return new Promise((settle) => setTimeout(settle, Number(process.env.MSD_EXAMPLE_PACE ?? 0)));
}

/**
 * Lets a test drive the agent instead of sleeping: where `MSD_EXAMPLE_GATE` names a folder, the agent writes
 * `<plan>.started` there and goes on once `<plan>.go` exists.
 */
export async function heldAtGate(planId) {
  const gate = process.env.MSD_EXAMPLE_GATE;
  if (!gate) return;
  writeFileSync(join(gate, `${planId}.started`), String(process.pid));
  while (!existsSync(join(gate, `${planId}.go`))) await new Promise((settle) => setTimeout(settle, 20));
}
