/** Symbols of what makes, keeps and switches power. */
import type { SymbolShape } from './shapes.ts'
import { around, box, part } from './shapes.ts'

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
    parts: [
      part('dark', box(36, 2, 64, 10)),
      part('body', 'M14 14C14 11 16 10 20 10L80 10C84 10 86 11 86 14L86 94C86 97 84 98 80 98L20 98C16 98 14 97 14 94Z'),
    ],
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
