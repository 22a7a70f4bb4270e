/** What each rule found in a message: value, point, unit and time, or why not. */
import { Button } from 'antd'
import type { Tried } from '../../../../model/contract/acquisition/mappings.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { Tag } from '../../../ui/tag.tsx'
import { refusalText } from '../refusal-text.ts'
import { secondOf } from '../../../ui/clock.ts'
import { named } from '../../../ui/named.ts'

type TriedRule = Tried['rules'][number]
type Match = TriedRule['matches'][number]

const stateTexts: Readonly<Record<Exclude<TriedRule['state'], 'read' | 'no-rule'>, LabelKey>> = {
  'not-there': 'mapping.not-there',
  elsewhere: 'mapping.elsewhere',
  ignored: 'mapping.ignored',
}

interface TrialResultProps {
  readonly tried: Tried
  /** Gives the type a point of this key; absent for whoever may not. */
  readonly onAdd?: ((key: string) => void) | undefined
}

export function TrialResult({ tried: { rules, faults }, onAdd }: TrialResultProps) {
  const t = useT()
  if (rules.length === 0) return <p>{t('mapping.no-rules')}</p>
  const whole = faults.filter(({ code }) => code === 'syntax' || code === 'too-many')
  return (
    <>
      {whole.map((fault) => (
        <p key={fault.code}>{refusalText(fault, t)}</p>
      ))}
      <div className="trial-result" role="region" aria-label={t('mapping.result')} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{t('mapping.result')}</caption>
          <thead>
            <tr>
              {(['rule', 'place', 'sent', 'point', 'value', 'time'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`mapping.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rules.map((rule, at) => (
              // Rules have no ids of their own here, and their order is that of the type.
              <RuleRows key={`${at} ${rule.ruleName ?? ''}`} rule={rule} onAdd={onAdd} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function RuleRows({ rule: { ruleName, state, reason, matches }, onAdd }: Pick<TrialResultProps, 'onAdd'> & { rule: TriedRule }) {
  const t = useT()
  const name = ruleName ?? t('mapping.this-rule')
  if (state !== 'read')
    return (
      <tr>
        <th scope="row">{name}</th>
        <td colSpan={5}>
          {state === 'no-rule' ? <Tag kind="urgent">{reason ?? ''}</Tag> : <Tag kind="quiet">{t(stateTexts[state])}</Tag>}
        </td>
      </tr>
    )
  return matches.map((match, at) => (
    <tr key={match.place + String(at)}>
      <th scope="row">{name}</th>
      <td>{match.place}</td>
      <td className="trial-sent">{match.raw}</td>
      <td>{match.key}</td>
      {match.fault || match.isLeftOut ? (
        <td colSpan={2}>
          <Reason match={match} />
          {onAdd && (match.isLeftOut || match.fault === 'unknown-point') && (
            <Button size="small" type="link" aria-label={named(t('mapping.add-point'), match.key)} onClick={() => onAdd(match.key)}>
              {t('mapping.add-point')}
            </Button>
          )}
        </td>
      ) : (
        <Reading match={match} />
      )}
    </tr>
  ))
}

function Reason({ match: { fault, isLeftOut, key } }: { match: Match }) {
  const t = useT()
  if (isLeftOut) return <Tag kind="quiet">{t('mapping.left-out')}</Tag>
  return <Tag kind="urgent">{refusalText({ code: fault ?? '', at: key }, t)}</Tag>
}

function Reading({ match: { value, unit, time } }: { match: Match }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  return (
    <>
      <td>
        <strong>
          {value === null ? t('mapping.none') : `${value.toLocaleString(locale, { maximumFractionDigits: 12 })} ${unit ?? ''}`}
        </strong>
      </td>
      <td>{time === null ? t('mapping.arrival') : secondOf(time)}</td>
    </>
  )
}
