/** What the palette offers, in groups. */
import type { PaletteName } from './state/new-parts.ts'

export const PALETTE = [
  { group: 'texts', names: ['text', 'lines', 'rich-text', 'code', 'serial'] },
  { group: 'numbers', names: ['number', 'integer', 'money', 'slider', 'rating'] },
  { group: 'choices', names: ['switch', 'radio', 'select', 'checkboxes', 'multi-select', 'dictionary'] },
  { group: 'times', names: ['date', 'moment', 'time', 'date-range'] },
  { group: 'records', names: ['user', 'organisation', 'post', 'role', 'region', 'device', 'reading', 'reference'] },
  { group: 'others', names: ['files', 'pictures', 'signature', 'location', 'table'] },
  { group: 'layout', names: ['row', 'group', 'tabs', 'steps', 'heading', 'text-block', 'divider'] },
] as const satisfies readonly { readonly group: string; readonly names: readonly PaletteName[] }[]
