/** What parts of a form are called while it is designed. */
import { textIn } from '../../../../model/form/definition.ts'
import type { Texts } from '../../../../model/form/definition.ts'
import type { LabelKey, Translate } from '../../../kernel/i18n/i18n.ts'
import type { Doc, Part, PartName } from './state/doc.ts'
import { below, isField, partsIn } from './state/doc.ts'
import type { PaletteName, PaletteTexts } from './state/new-parts.ts'

/** What sort of part it is: of a field its kind. */
export function sortOf(part: Part, t: Translate): string {
  return isField(part) ? t(`forms.kind.${part.field.kind}`) : t(PART_NAMES[part.part])
}

const PART_NAMES: Readonly<Record<PartName, LabelKey>> = {
  field: 'forms.part.field',
  column: 'form-design.column',
  row: 'forms.part.row',
  group: 'forms.part.group',
  tabs: 'forms.part.tabs',
  steps: 'forms.part.steps',
  page: 'form-design.page',
  heading: 'forms.part.heading',
  text: 'forms.part.text',
  divider: 'forms.part.divider',
}

/** The text that people gave a part; empty where it has none. */
export function ownText(part: Part, language: keyof Texts): string {
  if (isField(part)) return textIn(part.field.labels, language)
  if (part.part === 'group' || part.part === 'page') return textIn(part.title, language)
  return part.part === 'heading' || part.part === 'text' ? textIn(part.text, language) : ''
}

/** What a part is called: its own text with its sort. */
export function nameOf(part: Part, language: keyof Texts, t: Translate): string {
  const [own, sort] = [ownText(part, language), sortOf(part, t)]
  return own ? t('form-design.named', { sort, name: own }) : sort
}

/** Where a part stands, in words. */
export function placeOf(doc: Doc, key: string, language: keyof Texts, t: Translate): string {
  const found = partsIn(doc).get(key)
  if (!found) return ''
  const parent = found.parent === undefined ? undefined : partsIn(doc).get(found.parent)?.part
  const values = { place: found.at + 1, of: below(doc, found.parent).length }
  return parent ? t('form-design.place-in', { ...values, parent: nameOf(parent, language, t) }) : t('form-design.place', values)
}

/** What the palette calls what it offers. */
export function paletteLabel(name: PaletteName, t: Translate): string {
  switch (name) {
    case 'row':
    case 'group':
    case 'tabs':
    case 'steps':
    case 'heading':
    case 'divider':
      return t(`forms.part.${name}`)
    case 'text-block':
      return t('form-design.text-block')
    default:
      return t(`forms.kind.${name}`)
  }
}

/** What new parts say at first, in the language that is being written. */
export function paletteTexts(name: PaletteName, language: keyof Texts, t: Translate): PaletteTexts {
  const inLanguage = (text: string): Texts => ({ [language]: text })
  return {
    labels: inLanguage(paletteLabel(name, t)),
    page: inLanguage(t(name === 'steps' ? 'form-design.step' : 'form-design.page')),
    choice: inLanguage(t('form-design.choice')),
    column: inLanguage(t('form-design.column')),
  }
}
