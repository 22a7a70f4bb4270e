/**
 * `BENCH_SMOKE=1`: whether a measurement still works, told within seconds. Every part of it runs once, with hardly any data and
 * hardly any time; an error ends it as always, and no figure is judged. `npm run bench:smoke` runs all of them so.
 */

export const SMOKE = process.env['BENCH_SMOKE'] === '1'

/** How much of something a measurement takes: what its variable says, else little in a smoke run and all of it otherwise. */
export function amount(variable: string | undefined, { whole, smoke }: { whole: number; smoke: number }): number {
  const given = variable === undefined ? undefined : process.env[variable]
  return given === undefined ? (SMOKE ? smoke : whole) : Number(given)
}

/** Ends the process with 1 when a figure is missed; in a smoke run it says that none is judged. */
export function conclude(holds: boolean): void {
  if (SMOKE) process.stdout.write('A smoke run: no figure is judged.\n')
  else if (!holds) process.exitCode = 1
}
