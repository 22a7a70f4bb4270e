/** The parts of the board: panels, figures that open what they are made of, and the machines that failed most often. */
import type { ReactNode } from 'react'
import { useId } from 'react'
import { Link } from 'react-router'
import type { FailingMachine, Figure, MaintenanceConsole } from '../../../../model/contract/maintenance/console.ts'
import type { FigureKey } from '../../../../model/maintenance/console.ts'
import { FIGURES } from '../../../../model/maintenance/console.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { MachineLink } from '../../../shared/maintenance/row-link.tsx'
import { minuteOf } from '../../../ui/clock.ts'
import { Tag } from '../../../ui/tag.tsx'
import { addressOf, hoursText, numberText, valueText } from './words.ts'

export function Panel({
  title,
  wide = false,
  children,
}: {
  readonly title: string
  readonly wide?: boolean
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section className={wide ? 'console-panel wide' : 'console-panel'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** Figures for which something has to be done where they are not zero. */
const WARNS: ReadonlySet<FigureKey> = new Set([
  'orders-overdue',
  'plans-overdue',
  'rounds-missed',
  'calibration-expired',
  'calibration-failed',
  'parts-short',
])

interface FiguresProps {
  readonly keys: readonly FigureKey[]
  readonly figures: ReadonlyMap<FigureKey, Figure>
  readonly onOpen: (figure: Figure) => void
  /** Called when somebody may be about to open one. */
  readonly onNear: () => void
}

/** A row for each of the figures that the caller is given. */
export function Figures({ keys, figures, onOpen, onNear }: FiguresProps) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  return (
    <ul className="console-figures">
      {keys.flatMap((key) => {
        const figure = figures.get(key)
        if (!figure) return []
        const name = t(`console.figure.${key}`)
        const value = valueText(figure, locale, t)
        const whole = figure.denominator.reduce((sum, { count }) => sum + count, 0)
        const of =
          FIGURES[key] === 'count' && figure.denominator.length > 0 ? t('console.of', { count: numberText(whole, locale) }) : undefined
        const isUrgent = WARNS.has(key) && (figure.value ?? 0) > 0
        return [
          <li key={key}>
            <button
              type="button"
              className="console-figure"
              aria-haspopup="dialog"
              title={t('console.open-figure', { name, value })}
              onClick={() => onOpen(figure)}
              onPointerEnter={onNear}
              onFocus={onNear}
            >
              <span>{name}</span>
              <strong className={figure.value === null ? 'quiet' : isUrgent ? 'urgent' : undefined}>
                {value}
                {of !== undefined && <small>{` ${of}`}</small>}
              </strong>
            </button>
          </li>,
        ]
      })}
    </ul>
  )
}

export function Failing({ machines, pages }: { readonly machines: readonly FailingMachine[]; readonly pages: ReadonlySet<string> }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  if (machines.length === 0) return <p className="quiet">{t('console.none-failed')}</p>
  const most = Math.max(...machines.map(({ failures }) => failures))
  return (
    <ul className="console-rows">
      {machines.map(({ equipmentId, equipmentName, failures, hours, rows }) => (
        <li key={equipmentId}>
          <span className="console-row-name">
            {equipmentName === '' ? t('noun.equipment') : <MachineLink id={equipmentId} text={equipmentName} />}
            <span className="console-bar" aria-hidden="true">
              <span style={{ width: `${(failures / most) * 100}%` }} />
            </span>
          </span>
          <span className="console-row-links">
            {rows.map((own) => {
              const address = addressOf(own, pages)
              const text = t(own.list === 'faults' ? 'console.faults-count' : 'console.orders-count', {
                count: numberText(own.count, locale),
              })
              return address === undefined ? (
                <span key={own.list}>{text}</span>
              ) : (
                <Link key={own.list} to={address} aria-label={t('console.open-list', { name: equipmentName, count: text })}>
                  {text}
                </Link>
              )
            })}
            <span className="quiet">{t('console.stood', { hours: hoursText(hours, locale, t) })}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Alarms that are out of service, with since when: those first that somebody has forgotten to bring back. */
export function OutOfService({
  alarms,
  pages,
}: {
  readonly alarms: NonNullable<MaintenanceConsole['outOfService']>
  readonly pages: ReadonlySet<string>
}) {
  const t = useT()
  if (alarms.length === 0) return <p className="quiet">{t('console.none-out')}</p>
  return (
    <ul className="console-rows">
      {alarms.map(({ alarmId, ruleName, deviceName, pointName, since, isForgotten, orderId, orderNumber }) => (
        <li key={alarmId}>
          <span className="console-row-name">{[ruleName, deviceName, pointName].filter(Boolean).join(' · ')}</span>
          <span className="console-row-links">
            {isForgotten ? (
              <Tag kind="urgent">{t('console.forgotten')}</Tag>
            ) : orderId === null ? null : pages.has('/maintenance/workorder') ? (
              <Link to={`/maintenance/workorder?id=${orderId}`}>{orderNumber ?? t('menu.workorder')}</Link>
            ) : (
              (orderNumber ?? t('menu.workorder'))
            )}
            {since !== null && <span className="quiet">{t('console.since', { time: minuteOf(since) })}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
