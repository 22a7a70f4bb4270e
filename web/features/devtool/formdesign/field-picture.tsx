/** A field drawn with as little as shows what it will be: two hundred of them are moved about at once. */
import { textIn } from '../../../../model/form/definition.ts'
import type { Texts } from '../../../../model/form/definition.ts'
import type { FieldSettings } from './state/doc.ts'

/** Choices that are drawn; the others are three dots. */
const SHOWN = 4

export function FieldPicture({ field, language }: { field: FieldSettings; language: keyof Texts }) {
  const hint = field.placeholder ? textIn(field.placeholder, language) : ''
  switch (field.kind) {
    case 'lines':
    case 'rich-text':
      return <span className="picture-box tall">{hint}</span>
    case 'radio':
    case 'checkboxes':
      return (
        <span className="picture-choices">
          {(field.choices ?? []).slice(0, SHOWN).map(({ value, labels }) => (
            <span key={value}>
              <i className={field.kind === 'radio' ? 'picture-dot' : 'picture-tick'} />
              {textIn(labels, language)}
            </span>
          ))}
          {(field.choices ?? []).length > SHOWN && <span>…</span>}
        </span>
      )
    case 'switch':
      return <i className="picture-switch" />
    case 'rating':
      return <span className="picture-stars">{'☆'.repeat(Math.min(10, Math.max(1, Number(field.greatest ?? 5) || 5)))}</span>
    case 'slider':
      return <i className="picture-slider" />
    case 'files':
    case 'pictures':
    case 'signature':
    case 'location':
      return <span className={`picture-box picture-area picture-${field.kind}`}>{hint}</span>
    default:
      return (
        <span className={`picture-box picture-${field.kind}`}>
          {hint}
          {field.unit && <span className="picture-unit">{field.unit}</span>}
          {SIGNS[field.kind] && <span className="picture-sign">{SIGNS[field.kind]}</span>}
        </span>
      )
  }
}

const SIGNS: Readonly<Partial<Record<FieldSettings['kind'], string>>> = {
  select: '▾',
  'multi-select': '▾',
  dictionary: '▾',
  region: '▾',
  organisation: '▾',
  user: '▾',
  role: '▾',
  post: '▾',
  device: '▾',
  reference: '▾',
  reading: '▾',
  date: '▦',
  moment: '▦',
  'date-range': '▦',
  time: '◷',
  code: '▥',
  serial: '№',
}
