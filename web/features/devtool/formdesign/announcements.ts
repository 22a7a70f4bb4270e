/** What was done, in a sentence: for those who do not see it. */
import type { Texts } from '../../../../model/form/definition.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { nameOf, placeOf } from './names.ts'
import { partsIn } from './state/doc.ts'
import type { DesignAction, DesignState } from './state/reducer.ts'

/** The sentence; undefined where nobody has to be told. */
export function announcementOf(
  action: DesignAction,
  before: DesignState,
  after: DesignState,
  language: keyof Texts,
  t: Translate,
): string | undefined {
  if (after.refused) return t(`form-design.refused-${after.refused.why}`)
  const called = ({ doc }: DesignState, key: string | undefined): string => {
    const found = key === undefined ? undefined : partsIn(doc).get(key)
    return found ? nameOf(found.part, language, t) : ''
  }
  switch (action.do) {
    case 'insert':
      return t('form-design.inserted', {
        part: called(after, after.selected),
        place: placeOf(after.doc, after.selected ?? '', language, t),
      })
    case 'move':
      return t('form-design.moved', { part: called(after, action.key), place: placeOf(after.doc, action.key, language, t) })
    case 'remove':
      return t('form-design.removed', { part: called(before, action.key) })
    case 'change-kind':
      return t('form-design.kind-changed', { part: called(after, action.key) })
    case 'undo':
      return t('form-design.undone', { left: after.past.length })
    case 'redo':
      return t('form-design.redone', { left: after.future.length })
    case 'replace':
      return t('form-design.replaced')
    default:
      return undefined
  }
}
