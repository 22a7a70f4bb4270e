/** Units that values can be converted between, by what they measure: value in the base unit = value × factor + offset. Factors after the SI brochure, 9th edition, and NIST SP 811. */

interface Unit {
  readonly of: string
  readonly factor: number
  readonly offset: number
}

const scales: Readonly<Record<string, Readonly<Record<string, number | readonly [factor: number, offset: number]>>>> = {
  temperature: { K: 1, '°C': [1, 273.15], '°F': [5 / 9, 459.67 * (5 / 9)] },
  power: { mW: 1e-3, W: 1, kW: 1e3, MW: 1e6 },
  energy: { J: 1, kJ: 1e3, MJ: 1e6, Wh: 3600, kWh: 3.6e6, MWh: 3.6e9 },
  voltage: { mV: 1e-3, V: 1, kV: 1e3 },
  current: { mA: 1e-3, A: 1, kA: 1e3 },
  pressure: { Pa: 1, hPa: 100, mbar: 100, kPa: 1e3, bar: 1e5, MPa: 1e6, psi: 6894.757_293_168 },
  force: { N: 1, kN: 1e3, MN: 1e6 },
  length: { mm: 1e-3, cm: 1e-2, in: 0.0254, ft: 0.3048, m: 1, km: 1e3 },
  speed: { 'm/s': 1, 'km/h': 1 / 3.6, mph: 0.447_04 },
  mass: { mg: 1e-6, g: 1e-3, kg: 1, t: 1e3 },
  volume: { mL: 1e-6, L: 1e-3, 'm³': 1 },
  flow: { 'L/min': 1 / 60_000, 'L/s': 1e-3, 'm³/h': 1 / 3600, 'm³/s': 1 },
  time: { ms: 1e-3, s: 1, min: 60, h: 3600, d: 86_400 },
  frequency: { Hz: 1, kHz: 1e3, MHz: 1e6 },
  fraction: { ppm: 1e-6, '‰': 1e-3, '%': 1e-2, '1': 1 },
}

const units = new Map<string, Unit>(
  Object.entries(scales).flatMap(([of, symbols]) =>
    Object.entries(symbols).map(([symbol, scale]): [string, Unit] => {
      const [factor, offset] = typeof scale === 'number' ? [scale, 0] : scale
      return [symbol, { of, factor, offset }]
    }),
  ),
)

/** As they are also written: what people type and what devices of other makers call it. */
const synonyms: Readonly<Record<string, string>> = {
  C: '°C',
  F: '°F',
  '℃': '°C',
  '℉': '°F',
  l: 'L',
  ml: 'mL',
  m3: 'm³',
  'm3/h': 'm³/h',
  'l/min': 'L/min',
  'l/s': 'L/s',
}

const unitOf = (symbol: string): Unit | undefined => units.get(synonyms[symbol] ?? symbol)

/** A value as factor and offset of another unit: `value × factor + offset`; undefined where one of them is unknown, or they measure different things. A unit is itself, known or not. */
export function conversion(from: string, to: string): { readonly factor: number; readonly offset: number } | undefined {
  if (from.trim() === to.trim()) return { factor: 1, offset: 0 }
  const [source, target] = [unitOf(from.trim()), unitOf(to.trim())]
  if (!source || source.of !== target?.of) return undefined
  return { factor: source.factor / target.factor, offset: (source.offset - target.offset) / target.factor }
}
