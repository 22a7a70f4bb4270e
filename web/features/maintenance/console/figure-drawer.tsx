/** What a figure is made of: what it means, the rows above and below the line, each with the list that shows exactly these, and when it looks at. */
import { Drawer } from 'antd'
import { Link } from 'react-router'
import type { Figure, FigurePart, MaintenanceConsole } from '../../../../model/contract/maintenance/console.ts'
import { FIGURES } from '../../../../model/maintenance/console.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { percentText } from '../../../kernel/i18n/percent.ts'
import { secondOf, useClockZone } from '../../../ui/clock.ts'
import { aboutKey, addressOf, hoursText, numberText, partText, valueText, windowOf } from './words.ts'

interface Props {
  readonly figure: Figure
  readonly of: MaintenanceConsole
  readonly pages: ReadonlySet<string>
  readonly open: boolean
  readonly onClose: () => void
}

export default function FigureDrawer({ figure, of, pages, open, onClose }: Props) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const zone = useClockZone()
  const { key, numerator, denominator } = figure
  const unit = FIGURES[key]
  return (
    <Drawer open={open} onClose={onClose} size="min(520px, 100vw)" title={t(`console.figure.${key}`)}>
      <p className="console-value">
        <strong>{valueText(figure, locale, t)}</strong>
      </p>
      <p>{t(aboutKey(key))}</p>
      {figure.isOfAllCategories && <p className="quiet">{t('console.of-all-categories')}</p>}
      <p className="quiet">{windowText()}</p>
      {numerator.length > 0 && <Side title={t(key === 'oee' ? 'console.factors' : 'console.numerator')} parts={numerator} pages={pages} />}
      {denominator.length > 0 ? (
        <>
          <Side title={t('console.denominator')} parts={denominator} pages={pages} />
          {unit === 'count' && <p className="quiet">{t('console.count-of')}</p>}
        </>
      ) : (
        numerator.length > 0 && <p className="quiet">{t(key === 'oee' ? 'console.factors-about' : 'console.sum-only')}</p>
      )}
    </Drawer>
  )

  function windowText(): string {
    const times = ({ from, to }: { from: number; to: number }) => ({ from: secondOf(from), to: secondOf(to) })
    const { night } = of
    if (key === 'alarms-nothing') {
      const { shift } = night
      return shift === null ? t('console.night-usual', times(night)) : t('console.night-shift', { ...times(night), shift })
    }
    const window = windowOf(key, of, zone)
    return window ? t('console.window-of', times(window)) : t('console.stands-now')
  }
}

function Side({
  title,
  parts,
  pages,
}: {
  readonly title: string
  readonly parts: readonly FigurePart[]
  readonly pages: ReadonlySet<string>
}) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const isOfHours = parts.some(({ hours }) => hours !== null)
  const total = parts.reduce((sum, { count, hours }) => sum + (hours ?? count), 0)
  return (
    <section className="console-side">
      <h3>{title}</h3>
      <ul>
        {parts.map((part) => {
          const { rows, count, hours, share } = part
          const name = partText(part, t)
          const address = rows === null ? undefined : addressOf(rows, pages)
          const counted = numberText(count, locale)
          return (
            <li key={JSON.stringify(part.title)}>
              <span>{name}</span>
              {rows !== null &&
                (address === undefined ? (
                  <span title={t('console.no-right')}>{counted}</span>
                ) : (
                  <Link to={address} aria-label={t('console.open-list', { name, count: counted })}>
                    {counted}
                  </Link>
                ))}
              {share !== undefined && <strong>{share === null ? '–' : percentText(share)}</strong>}
              {rows === null && hours === null && share === undefined && <span>{counted}</span>}
              {hours !== null && <strong>{hoursText(hours, locale, t)}</strong>}
            </li>
          )
        })}
        {parts.length > 1 && parts.every(({ share }) => share === undefined) && (
          <li className="console-total">
            <span>{t('console.total')}</span>
            <strong>{isOfHours ? hoursText(total, locale, t) : numberText(total, locale)}</strong>
          </li>
        )}
      </ul>
    </section>
  )
}
