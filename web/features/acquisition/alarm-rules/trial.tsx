/** What the rule that stands in the form would have raised in the last 30 days, on demand. */
import { useMutation } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { fieldsOfKind } from '../../../../model/acquisition/alarm-rules.ts'
import type { AlarmRuleTrial } from '../../../../model/contract/acquisition/alarms.ts'
import { tryAlarmRule } from '../../../../model/contract/acquisition/alarms.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import './trial.css'

const NAMES = ['deviceId', 'deviceTypeId', 'pointKey', 'alarmKind', 'onDelay', 'offDelay'] as const

export default function RuleTrial() {
  const t = useT()
  const form = Form.useFormInstance<Record<string, unknown>>()
  const { data, error, isPending, mutate } = useMutation({
    mutationFn() {
      const values = form.getFieldsValue(true)
      const asked = [...NAMES, ...fieldsOfKind(values['alarmKind'])].map((name) => [name, values[name]] as const)
      const given = Object.fromEntries(asked.filter(([, value]) => value !== undefined && value !== null && value !== ''))
      return ask(tryAlarmRule, given as Parameters<typeof ask<typeof tryAlarmRule>>[1], { quiet: true })
    },
  })
  return (
    <div className="rule-trial whole-row">
      <Button onClick={() => mutate()} loading={isPending}>
        {t('alarm-rules.try')}
      </Button>
      <div role="status">
        {error instanceof ApiError && <p className="rule-trial-refused">{error.errors[0]?.message ?? error.message}</p>}
        {data && !isPending && !error && <Outcome trial={data} />}
      </div>
    </div>
  )
}

function Outcome({ trial: { fired, points, samples, isWhole, moments } }: { trial: AlarmRuleTrial }) {
  const t = useT()
  return (
    <>
      <p>
        <strong>{fired === 0 ? t('alarm-rules.tried-none') : t('alarm-rules.tried', { count: fired })}</strong>{' '}
        <span>{t('alarm-rules.tried-of', { points, samples })}</span>
      </p>
      {!isWhole && <p className="rule-trial-refused">{t('alarm-rules.tried-part')}</p>}
      {moments.length > 0 && (
        <ol tabIndex={0} aria-label={t('alarm-rules.try')}>
          {moments.map(({ at, until, deviceName, pointName }, index) => (
            <li key={index}>
              <time>{at}</time> – {until === null ? t('alarm-rules.tried-still') : <time>{until}</time>}{' '}
              <span>{[points > 1 ? deviceName : undefined, pointName].filter(Boolean).join(' · ')}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
