/** Symbols of instruments, of what stands on a site, and of the network. */
import type { SymbolShape } from './shapes.ts'
import { box, part } from './shapes.ts'

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
    parts: [
      part('state', 'M24 4L76 4L76 34L24 34Z'),
      part('dark', box(36, 34, 64, 42)),
      part('body', 'M42 42L58 42L58 86L50 98L42 86Z'),
      part('bold', 'M76 18L98 18'),
    ],
  },
  thermometer: {
    group: 'instruments',
    size: [60, 150],
    uses: ['level', 'state', 'text'],
    keeps: true,
    parts: [
      part('body', 'M38 10C38 0 62 0 62 10L62 72L38 72Z'),
      part('state', 'O50 83 26'),
      part('line', 'M66 18L80 18M66 32L76 32M66 46L80 46M66 60L76 60'),
    ],
    level: 'M43 10C43 4 57 4 57 10L57 76L43 76Z',
  },
  'pressure-gauge': {
    group: 'instruments',
    size: [90, 110],
    uses: ['state', 'text'],
    keeps: true,
    parts: [
      part('dark', box(42, 78, 58, 99)),
      part('state', 'O50 42 46'),
      part('body', 'O50 42 36'),
      part('line', 'M24 56L30 52M22 36L29 38M36 18L40 24M64 18L60 24M78 36L71 38M76 56L70 52'),
      part('bold', 'M50 42L66 28'),
      part('dark', 'O50 42 6'),
    ],
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
    parts: [
      part('dark', 'M34 60L44 60L50 84L72 84L72 94L42 94Z'),
      part('body', 'M6 26L70 14L76 46L12 62Z'),
      part('dark', 'M70 18L90 20L94 40L76 44Z'),
      part('state', 'O24 42 9'),
    ],
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
    parts: [
      part('bold', 'M20 54L14 8M80 54L86 8'),
      part('body', 'M8 54L92 54L92 92L8 92Z'),
      part('state', 'O24 73 7O42 73 7'),
      part('line', 'M58 66L82 66M58 80L82 80'),
    ],
  },
} as const satisfies Readonly<Record<string, SymbolShape>>
