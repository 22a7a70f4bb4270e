/** Symbols of pipes and their valves, of power, of instruments, of buildings and of the network. */
import type { SymbolShape } from './shapes.ts'
import { around, box, part } from './shapes.ts'

export const pipes = {
  valve: {
    group: 'pipes',
    size: [90, 80],
    uses: ['state', 'flow', 'text'],
    keeps: true,
    parts: [
      part('state', 'M4 36L50 62L4 88ZM96 36L50 62L96 88Z'),
      part('bold', 'M50 62L50 24'),
      part('dark', 'M28 12C28 8 72 8 72 12L72 24L28 24Z'),
      part('bold', 'M42 54L58 70M58 54L42 70', { when: 'off' }),
      part('flow', 'M4 62L96 62'),
    ],
  },
  'three-way-valve': {
    group: 'pipes',
    size: [90, 100],
    uses: ['state', 'flow', 'text'],
    keeps: true,
    parts: [
      part('state', 'M4 28L50 50L4 72ZM96 28L50 50L96 72ZM26 98L50 50L74 98Z'),
      part('bold', 'M50 50L50 20'),
      part('dark', 'M28 8L72 8L72 20L28 20Z'),
      part('flow', 'M4 50L96 50'),
    ],
  },
  gate: {
    group: 'pipes',
    size: [100, 120],
    uses: ['state', 'level', 'text'],
    parts: [
      part('dark', 'M6 4L16 4L16 98L6 98ZM84 4L94 4L94 98L84 98Z'),
      part('dark', box(6, 2, 94, 10)),
      part('line', 'M40 10L40 40M60 10L60 40', { when: 'off' }),
      part('state', box(18, 14, 82, 44), { when: 'on' }),
      part('line', 'M18 24L82 24M18 34L82 34', { when: 'on' }),
      part('state', box(18, 40, 82, 97), { when: 'off' }),
      part('line', 'M18 54L82 54M18 68L82 68M18 82L82 82', { when: 'off' }),
    ],
    level: box(18, 46, 82, 97),
  },
  'pipe-elbow': {
    group: 'pipes',
    size: [60, 60],
    uses: ['flow'],
    parts: [part('body', 'M0 32L50 32C62 32 68 38 68 50L68 100L32 100L32 68L0 68Z'), part('dark', 'M0 26L8 26L8 74L0 74ZM26 92L74 92L74 100L26 100Z'), part('flow', 'M0 50L40 50Q50 50 50 60L50 100')],
  },
  junction: {
    group: 'pipes',
    size: [80, 60],
    uses: ['flow'],
    parts: [
      part('body', 'M0 30L100 30L100 70L66 70L66 100L34 100L34 70L0 70Z'),
      part('dark', 'M0 24L7 24L7 76L0 76ZM93 24L100 24L100 76L93 76ZM28 92L72 92L72 100L28 100Z'),
      part('flow', 'M0 50L100 50M50 50L50 100'),
    ],
  },
  'flow-meter': {
    group: 'instruments',
    size: [100, 90],
    uses: ['flow', 'state', 'text'],
    keeps: true,
    parts: [
      part('body', box(0, 40, 100, 64)),
      part('state', 'O50 50 36'),
      part('bold', 'M28 50L66 50M56 38L70 50L56 62'),
      part('flow', 'M0 52L14 52M86 52L100 52'),
    ],
  },
} as const satisfies Readonly<Record<string, SymbolShape>>

export const power = {
  generator: {
    group: 'power',
    size: [100, 100],
    uses: ['state', 'text'],
    keeps: true,
    parts: [part('body', 'O50 50 46'), part('state', 'O50 50 38'), part('bold', 'M24 50C32 22 44 22 50 50C56 78 68 78 76 50')],
  },
  transformer: {
    group: 'power',
    size: [120, 90],
    uses: ['state', 'text'],
    keeps: true,
    parts: [part('bold', 'M0 50L14 50M86 50L100 50'), part('state', 'O38 50 34'), part('line', 'O62 50 34'), part('line', 'O38 50 34')],
  },
  breaker: {
    group: 'power',
    size: [60, 110],
    uses: ['state', 'text'],
    keeps: true,
    parts: [
      part('bold', 'M50 0L50 26M50 74L50 100'),
      part('state', box(16, 26, 84, 74)),
      part('bold', 'M50 32L50 68', { when: 'on' }),
      part('bold', 'M26 50L74 50', { when: 'off' }),
    ],
  },
  switch: {
    group: 'power',
    size: [70, 110],
    uses: ['state', 'text'],
    keeps: true,
    parts: [
      part('bold', 'M50 0L50 20M50 80L50 100'),
      part('state-line', 'M50 76L50 24', { when: 'on' }),
      part('state-line', 'M50 76L86 30', { when: 'off' }),
      part('dark', 'O50 22 7O50 78 7'),
    ],
  },
  meter: {
    group: 'instruments',
    size: [90, 110],
    uses: ['state', 'text'],
    keeps: true,
    parts: [
      part('body', 'M12 8C12 4 16 2 20 2L80 2C84 2 88 4 88 8L88 92C88 96 84 98 80 98L20 98C16 98 12 96 12 92Z'),
      part('dark', box(20, 14, 80, 44)),
      part('state', 'O50 68 20'),
      part('line', 'M50 68L60 58'),
    ],
  },
  battery: {
    group: 'power',
    size: [70, 120],
    uses: ['level', 'state', 'text'],
    parts: [part('dark', box(36, 2, 64, 10)), part('body', 'M14 14C14 11 16 10 20 10L80 10C84 10 86 11 86 14L86 94C86 97 84 98 80 98L20 98C16 98 14 97 14 94Z')],
    level: box(20, 15, 80, 94),
  },
  'solar-panel': {
    group: 'power',
    size: [130, 100],
    uses: ['state', 'text'],
    keeps: true,
    parts: [
      part('bold', 'M50 66L50 92'),
      part('dark', box(30, 92, 70, 98)),
      part('state', 'M22 10L98 10L80 68L4 68Z'),
      part('line', 'M16 29L92 29M10 49L86 49M41 10L23 68M60 10L42 68M79 10L61 68'),
    ],
  },
  wind: {
    group: 'power',
    size: [90, 150],
    uses: ['state', 'text'],
    keeps: true,
    parts: [
      part('body', 'M47 32L53 32L58 98L42 98Z'),
      part('state', around('M50 32C56 26 56 12 50 2C46 12 46 26 50 32Z', 3, 50, 32), { moves: 'spin' }),
      part('dark', 'O50 32 6'),
    ],
  },
  cabinet: {
    group: 'power',
    size: [90, 140],
    uses: ['state', 'text'],
    parts: [
      part('dark', box(18, 94, 82, 99)),
      part('body', box(12, 2, 88, 94)),
      part('line', 'M18 8L82 8L82 88L18 88Z'),
      part('state', 'O50 20 10'),
      part('line', 'M30 36L70 36M30 42L70 42M30 48L70 48'),
      part('bold', 'M72 58L72 70'),
    ],
  },
} as const satisfies Readonly<Record<string, SymbolShape>>

export const instruments = {
  sensor: {
    group: 'instruments',
    size: [90, 90],
    uses: ['state', 'text'],
    keeps: true,
    parts: [
      part('body', 'M26 34L74 34L74 98L26 98Z'),
      part('state', 'O50 62 18'),
      part('state-line', 'M34 24C42 14 58 14 66 24M26 14C38 0 62 0 74 14', { when: 'on', moves: 'blink' }),
    ],
  },
  probe: {
    group: 'instruments',
    size: [60, 120],
    uses: ['state', 'text'],
    keeps: true,
    parts: [part('state', 'M24 4L76 4L76 34L24 34Z'), part('dark', box(36, 34, 64, 42)), part('body', 'M42 42L58 42L58 86L50 98L42 86Z'), part('bold', 'M76 18L98 18')],
  },
  thermometer: {
    group: 'instruments',
    size: [60, 150],
    uses: ['level', 'state', 'text'],
    keeps: true,
    parts: [part('body', 'M38 10C38 0 62 0 62 10L62 72L38 72Z'), part('state', 'O50 83 26'), part('line', 'M66 18L80 18M66 32L76 32M66 46L80 46M66 60L76 60')],
    level: 'M43 10C43 4 57 4 57 10L57 76L43 76Z',
  },
  'pressure-gauge': {
    group: 'instruments',
    size: [90, 110],
    uses: ['level', 'state', 'text'],
    keeps: true,
    parts: [part('dark', box(42, 78, 58, 99)), part('state', 'O50 42 46'), part('body', 'O50 42 36'), part('line', 'M24 56L30 52M22 36L29 38M36 18L40 24M64 18L60 24M78 36L71 38M76 56L70 52'), part('bold', 'M50 42L66 28'), part('dark', 'O50 42 6')],
  },
} as const satisfies Readonly<Record<string, SymbolShape>>

export const site = {
  door: {
    group: 'site',
    size: [80, 130],
    uses: ['state', 'text'],
    parts: [
      part('dark', box(12, 2, 88, 98)),
      part('body', box(20, 8, 80, 98)),
      part('state', box(20, 8, 80, 98), { when: 'off' }),
      part('dark', 'O70 54 5', { when: 'off' }),
      part('state', 'M20 8L46 20L46 99L20 98Z', { when: 'on' }),
      part('dark', 'O40 60 5', { when: 'on' }),
    ],
  },
  lamp: {
    group: 'site',
    size: [90, 110],
    uses: ['state', 'text'],
    keeps: true,
    parts: [
      part('dark', 'M38 68L62 68L60 90L40 90ZM44 90L56 90L54 97L46 97Z'),
      part('state', 'O50 42 30'),
      part('line', 'M42 66L44 44L50 52L56 44L58 66'),
      part('state-line', 'M50 0L50 8M16 12L24 18M84 12L76 18M4 44L13 44M96 44L87 44', { when: 'on' }),
    ],
  },
  siren: {
    group: 'site',
    size: [100, 100],
    uses: ['state', 'text'],
    keeps: true,
    parts: [
      part('dark', box(16, 82, 84, 96)),
      part('state', 'M28 82L28 54C28 26 72 26 72 54L72 82Z'),
      part('line', 'M38 76L38 56C38 46 44 42 50 42'),
      part('state-line', 'M50 4L50 18M16 18L26 30M84 18L74 30M4 52L18 52M96 52L82 52', { when: 'on', moves: 'blink' }),
    ],
  },
  camera: {
    group: 'site',
    size: [110, 90],
    uses: ['state', 'text'],
    keeps: true,
    parts: [part('dark', 'M34 60L44 60L50 84L72 84L72 94L42 94Z'), part('body', 'M6 26L70 14L76 46L12 62Z'), part('dark', 'M70 18L90 20L94 40L76 44Z'), part('state', 'O24 42 9')],
  },
} as const satisfies Readonly<Record<string, SymbolShape>>

export const network = {
  antenna: {
    group: 'network',
    size: [90, 130],
    uses: ['state', 'text'],
    keeps: true,
    parts: [
      part('body', 'M47 30L53 30L66 98L34 98Z'),
      part('line', 'M42 60L60 76M58 60L40 76M44 46L57 60'),
      part('state', 'O50 24 9'),
      part('state-line', 'M32 8C22 18 22 30 32 40M68 8C78 18 78 30 68 40M20 0C4 16 4 32 20 48M80 0C96 16 96 32 80 48', { when: 'on' }),
    ],
  },
  gateway: {
    group: 'network',
    size: [120, 90],
    uses: ['state', 'text'],
    keeps: true,
    parts: [part('bold', 'M20 54L14 8M80 54L86 8'), part('body', 'M8 54L92 54L92 92L8 92Z'), part('state', 'O24 73 7O42 73 7'), part('line', 'M58 66L82 66M58 80L82 80')],
  },
} as const satisfies Readonly<Record<string, SymbolShape>>
