import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { agoOf } from '../../../../shared/acquisition/figures.ts'
import { PresenceTag } from '../../../../shared/acquisition/quality-tag.tsx'
import { refusalText } from '../../../../shared/acquisition/refusal-text.ts'
import type { Translate } from '../../../../kernel/i18n/i18n.ts'
import { localeOf, useLanguage, useT } from '../../../../kernel/i18n/i18n.ts'
import { useNow } from '../../../../kernel/i18n/use-now.ts'
import { elapsedText } from '../../../../ui/time-ago.ts'
import { secondOf } from '../../../../ui/clock.ts'
import { stateOf } from './device-state.ts'

type Fact = 'state' | 'seen' | 'expected' | 'messages' | 'readings' | 'refused' | 'error'

const spanOf = (seconds: number, locale: string, t: Translate) =>
  seconds < 120 ? t('monitor.seconds', { count: seconds }) : elapsedText(seconds, locale)

/** When the device was heard of last, how much it sent, and what was wrong. */
export function Connection({ id }: { id: string }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const now = useNow()
  const { data } = useQuery(stateOf(id))
  const error = data?.error
  const facts: readonly (readonly [Fact, ReactNode])[] | undefined = data && [
    ['state', <PresenceTag key="state" presence={data.state} />],
    [
      'seen',
      data.seen === null ? (
        '–'
      ) : (
        <time key="seen" title={secondOf(data.seen)}>
          {agoOf(data.seen, now, locale, t)}
        </time>
      ),
    ],
    ...(data.expectedSeconds === null ? [] : [['expected', spanOf(data.expectedSeconds, locale, t)] as const]),
    ['messages', data.messages.toLocaleString(locale)],
    ['readings', data.readings.toLocaleString(locale)],
    ['refused', data.refused.toLocaleString(locale)],
    ['error', error ? `${refusalText(error, t)}${error.time === null ? '' : ` (${secondOf(error.time)})`}` : t('monitor.no-error')],
  ]
  return (
    <>
      <section className="device-card" aria-labelledby="device-connection" aria-busy={!data}>
        <h2 id="device-connection">{t('monitor.connection')}</h2>
        <dl className="device-facts">
          {facts?.map(([name, value]) => (
            <div key={name}>
              <dt>{t(`monitor.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}
