/** Symbols of pipes and their valves. */
import type { SymbolShape } from './shapes.ts'
import { box, part } from './shapes.ts'

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
    parts: [
      part('body', 'M0 32L50 32C62 32 68 38 68 50L68 100L32 100L32 68L0 68Z'),
      part('dark', 'M0 26L8 26L8 74L0 74ZM26 92L74 92L74 100L26 100Z'),
      part('flow', 'M0 50L40 50Q50 50 50 60L50 100'),
    ],
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
