import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import type { ScreenDifference } from './differences.ts'
import '../../panels/difference-list.css'

/** More of them nobody reads. */
const MAX_SHOWN = 80

/** What two states of a screen differ in, one line each. */
export function ScreenDifferences({ of }: { readonly of: readonly ScreenDifference[] }) {
  const t = useT()
  if (of.length === 0) return <p className="difference-none">{t('screen-list.same')}</p>
  return (
    <ul className="difference-list" aria-label={t('screen-list.differences')}>
      {of.slice(0, MAX_SHOWN).map((difference, at) => (
        <li key={at} className={`difference-${difference.what}`}>
          {sentenceOf(difference, t)}
        </li>
      ))}
      {of.length > MAX_SHOWN && <li>{t('screen-list.more', { count: of.length - MAX_SHOWN })}</li>}
    </ul>
  )
}

function sentenceOf({ what, of, name = '', page = '' }: ScreenDifference, t: Translate): string {
  if (of === 'settings' || of === 'order') return t(`screen-list.changed-${of}`)
  const thing = of === 'widget' ? t('screen-list.of-widget', { name, page }) : t(`screen-list.of-${of}`, { name })
  return t(`screen-list.was-${what}`, { thing })
}
