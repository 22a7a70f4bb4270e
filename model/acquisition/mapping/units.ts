/** Units that values can be converted between, by what they measure: value in the base unit = value × factor + offset. Factors after the SI brochure, 9th edition, and NIST SP 811. */

/** Values of one unit in another: `value × factor + offset`. */
export interface Conversion {
  readonly factor: number
  readonly offset: number
}

interface Unit {
  readonly of: string
  readonly factor: number
  readonly offset: number
}

const scales: Readonly<Record<string, Readonly<Record<string, number | readonly [factor: number, offset: number]>>>> = {
  temperature: { K: 1, '°C': [1, 273.15], '°F': [5 / 9, 459.67 * (5 / 9)] },
  power: { mW: 1e-3, W: 1, kW: 1e3, MW: 1e6 },
  'apparent power': { VA: 1, kVA: 1e3, MVA: 1e6 },
  'reactive power': { var: 1, kvar: 1e3, Mvar: 1e6 },
  energy: { J: 1, kJ: 1e3, MJ: 1e6, GJ: 1e9, Wh: 3600, kWh: 3.6e6, MWh: 3.6e9 },
  voltage: { mV: 1e-3, V: 1, kV: 1e3 },
  current: { mA: 1e-3, A: 1, kA: 1e3 },
  resistance: { mΩ: 1e-3, Ω: 1, kΩ: 1e3, MΩ: 1e6 },
  conductivity: { 'µS/cm': 1e-4, 'mS/cm': 0.1, 'S/m': 1 },
  pressure: {
    Pa: 1,
    hPa: 100,
    mbar: 100,
    kPa: 1e3,
    bar: 1e5,
    MPa: 1e6,
    'N/mm²': 1e6,
    GPa: 1e9,
    psi: 6894.757_293_168,
    'kgf/cm²': 98_066.5,
    mmHg: 133.322_387_415,
    atm: 101_325,
  },
  force: { N: 1, kN: 1e3, MN: 1e6, kgf: 9.806_65, tf: 9806.65, lbf: 4.448_221_615_260_5 },
  torque: { 'N·m': 1, 'kN·m': 1e3, 'kgf·m': 9.806_65 },
  length: { µm: 1e-6, mm: 1e-3, cm: 1e-2, in: 0.0254, ft: 0.3048, m: 1, km: 1e3 },
  area: { 'mm²': 1e-6, 'cm²': 1e-4, 'm²': 1, ha: 1e4, 'km²': 1e6 },
  speed: { 'mm/s': 1e-3, 'm/min': 1 / 60, 'm/s': 1, 'km/h': 1 / 3.6, mph: 0.447_04 },
  acceleration: { 'mm/s²': 1e-3, 'm/s²': 1 },
  angle: { '°': Math.PI / 180, mrad: 1e-3, rad: 1 },
  'rotational speed': { 'r/min': 1 / 60, 'r/s': 1 },
  mass: { mg: 1e-6, g: 1e-3, kg: 1, t: 1e3, lb: 0.453_592_37 },
  density: { 'kg/m³': 1, 'g/cm³': 1e3, 't/m³': 1e3 },
  concentration: { 'µg/m³': 1e-9, 'mg/m³': 1e-6, 'µg/L': 1e-6, 'mg/L': 1e-3, 'g/L': 1 },
  volume: { mL: 1e-6, L: 1e-3, 'm³': 1 },
  flow: { 'L/min': 1 / 60_000, 'L/s': 1e-3, 'm³/h': 1 / 3600, 'm³/s': 1 },
  'mass flow': { 'kg/h': 1 / 3600, 'kg/s': 1, 't/h': 1 / 3.6 },
  time: { ms: 1e-3, s: 1, min: 60, h: 3600, d: 86_400 },
  frequency: { Hz: 1, kHz: 1e3, MHz: 1e6 },
  strain: { µε: 1e-6, mε: 1e-3 },
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
  m2: 'm²',
  m3: 'm³',
  'm3/h': 'm³/h',
  'm3/s': 'm³/s',
  'kgf/cm2': 'kgf/cm²',
  'N/mm2': 'N/mm²',
  'm/s2': 'm/s²',
  Mpa: 'MPa',
  Kpa: 'kPa',
  KPa: 'kPa',
  KN: 'kN',
  KW: 'kW',
  KWh: 'kWh',
  Kg: 'kg',
  KG: 'kg',
  rpm: 'r/min',
  // The micro sign and the Greek letter, the ohm sign and the Greek letter: they look alike.
  μm: 'µm',
  'μS/cm': 'µS/cm',
  'μg/m³': 'µg/m³',
  'μg/L': 'µg/L',
  με: 'µε',
  '\u2126': 'Ω',
  'l/min': 'L/min',
  'l/s': 'L/s',
}

const unitOf = (symbol: string): Unit | undefined => units.get(synonyms[symbol] ?? symbol)

/** The units that values in this one can be converted to, as they are written, itself not among them. */
export function unitsLike(symbol: string): string[] {
  const own = synonyms[symbol.trim()] ?? symbol.trim()
  const { of } = units.get(own) ?? {}
  return of === undefined ? [] : Object.keys(scales[of] ?? {}).filter((other) => other !== own)
}

/** A value as factor and offset of another unit: `value × factor + offset`; undefined where one of them is unknown, or they measure different things. A unit is itself, known or not. */
export function conversion(from: string, to: string): Conversion | undefined {
  if (from.trim() === to.trim()) return { factor: 1, offset: 0 }
  const [source, target] = [unitOf(from.trim()), unitOf(to.trim())]
  if (!source || source.of !== target?.of) return undefined
  return { factor: source.factor / target.factor, offset: (source.offset - target.offset) / target.factor }
}

/** Beyond these are the errors of binary fractions. */
const EXACT_DIGITS = 12

/** The value in the other unit; no value stays none. */
export function converted<Value extends number | null | undefined>(value: Value, { factor, offset }: Conversion): Value {
  if (typeof value !== 'number' || (factor === 1 && offset === 0)) return value
  return Number((value * factor + offset).toPrecision(EXACT_DIGITS)) as Value
}

/** The same of what lies between two values, such as a deviation: where a scale begins makes no difference to it. */
export const convertedDifference = <Value extends number | null | undefined>(value: Value, { factor }: Conversion): Value =>
  converted(value, { factor, offset: 0 })
