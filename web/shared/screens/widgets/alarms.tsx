/** Alarms by ISA-18.2: each with the shape and colour of its priority and the shape of its state; what nobody has acknowledged blinks. */
import type { ScreenRows } from '../../../../model/contract/screen/screens.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { shortOf } from '../../../ui/clock.ts'
import { ageText } from '../truth.ts'
import { useSeen } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { Empty } from './chart-rows.tsx'
import { Leading, More, fitting, roomOf, useRows } from './rows.tsx'
import { Shell } from './shell.tsx'
import { StateSign, ToneSign, toneOfPriority } from './sign.tsx'
import { UNBOUND } from './standing.ts'
import { MIN_TEXT, numberText } from './value.ts'

type Alarm = ScreenRows<'alarms'>[number]

/** The standing alarms of the console. */
const ALARMS = '/acquisition/alarms?isCurrent=1'

/** Whether nobody has acknowledged it: it blinks, unless it has been put aside. */
export const isUnseen = ({ state }: Pick<Alarm, 'state'>): boolean => state === 'unacknowledged' || state === 'returned'

const withUnit = (value: number, unit: string | null, locale: string) => `${numberText(value, undefined, locale)} ${unit ?? ''}`.trim()

export function AlarmsView(props: WidgetProps<'alarms'>) {
  const { options, open } = props
  const t = useT()
  const list = useRows(props, 'alarms')
  const room = roomOf(props, options.title)
  const rows = list?.rows ?? []
  const { shown } = fitting(Math.max(rows.length, list?.total ?? 0), room.height, room.rowHeight, options.rows)
  return (
    <Shell {...props} title={options.title} isParted>
      {rows.length === 0 ? (
        <Empty isWaiting={!list} text={t('screen-widget.no-alarms')} />
      ) : (
        <ul className="sw-rows">
          {rows.slice(0, shown).map((alarm) => (
            <li
              key={alarm.id}
              style={{ height: room.rowHeight }}
              data-tone={toneOfPriority(alarm.priority)}
              className={isUnseen(alarm) ? 'sw-alarm sw-unseen' : 'sw-alarm'}
            >
              <Signs alarm={alarm} size={Math.max(MIN_TEXT, room.size)} />
              <span className="sw-main">
                <Leading open={open} address={ALARMS}>
                  {alarm.title ?? alarm.pointName ?? t('worth.none')}
                </Leading>
              </span>
              <Aside alarm={alarm} isWide={room.width > room.size * 26} />
            </li>
          ))}
        </ul>
      )}
      <More count={(list?.total ?? 0) - Math.min(shown, rows.length)} />
    </Shell>
  )
}

/** The shapes, with their words for those who do not see them. */
function Signs({ alarm: { priority, state }, size }: { readonly alarm: Alarm; readonly size: number }) {
  const t = useT()
  return (
    <span className="sw-signs">
      <ToneSign tone={toneOfPriority(priority)} size={size} />
      {state && <StateSign state={state} size={size} />}
      <span className="visually-hidden">
        {[priority === null ? '' : t(`choice.alarmPriority.${priority}` as LabelKey), state === null ? '' : t(`choice.alarmState.${state}`)]
          .filter(Boolean)
          .join(' ')}
      </span>
    </span>
  )
}

function Aside({ alarm, isWide }: { readonly alarm: Alarm; readonly isWide: boolean }) {
  const locale = localeOf[useLanguage()]
  return (
    <>
      {isWide && <span className="sw-aside">{alarm.deviceName}</span>}
      {alarm.value !== null && <span className="sw-aside sw-figure">{withUnit(alarm.value, alarm.unit, locale)}</span>}
      {alarm.raisedAt !== null && <time className="sw-aside sw-figure">{shortOf(alarm.raisedAt)}</time>}
    </>
  )
}

/** The gravest alarm alone, across the whole width; calm words where there is none. */
export function AlarmBannerView(props: WidgetProps<'alarm-banner'>) {
  const { feed, open, scale } = props
  const t = useT()
  const locale = localeOf[useLanguage()]
  const list = useRows(props, 'alarms')
  const [gravest] = list?.rows ?? []
  const room = roomOf(props, undefined, 24)
  const size = Math.min(room.size, room.height * 0.6)
  const age = useSeen(feed, ['clock'], () => (gravest && gravest.raisedAt !== null ? ageText(gravest.raisedAt, feed.now(), locale) : ''))
  const sign = Math.max(MIN_TEXT, size * 1.1)
  const tone = gravest ? toneOfPriority(gravest.priority) : 'plain'
  return (
    <Shell {...props} standing={{ ...UNBOUND, tone }} isSigned={false} isParted>
      <div
        className={gravest && isUnseen(gravest) ? 'sw-banner sw-unseen' : 'sw-banner'}
        role="status"
        style={{ fontSize: Math.max(MIN_TEXT, size), gap: 12 * scale }}
      >
        {gravest ? (
          <>
            <Signs alarm={gravest} size={sign} />
            <span className="sw-main">
              <Leading open={open} address={ALARMS}>
                {[gravest.title, gravest.deviceName].filter(Boolean).join(' · ')}
              </Leading>
            </span>
            {/* It grows older by itself: nobody wants that read out. */}
            <span className="sw-aside" aria-live="off">
              {age}
            </span>
            {list && list.total > 1 && <span className="sw-aside">{t('screen-widget.more', { count: list.total - 1 })}</span>}
          </>
        ) : (
          <>
            <ToneSign tone="good" size={sign} />
            <span className="sw-main">{list ? t('screen-widget.no-alarms') : t('common.loading')}</span>
          </>
        )}
      </div>
    </Shell>
  )
}
