/** What one run found: the verdict, the figures, and every route with its result. */
import { Switch } from 'antd'
import { useId, useState } from 'react'
import type { IsolationFinding, IsolationRun, RouteReport } from '../../../../model/contract/tenant/isolation.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { figureText } from '../../../kernel/i18n/texts.ts'

export function Verdict({ verdict }: { verdict: IsolationRun['verdict'] }) {
  const t = useT()
  return <span className={`verdict ${verdict}`}>{t(`isolation.verdict.${verdict}`)}</span>
}

export function Report({ run: { verdict, startedAt, report } }: { run: IsolationRun }) {
  const t = useT()
  const switchId = useId()
  const [onlyFindings, setOnlyFindings] = useState(verdict === 'failed')
  const routes = report?.routes ?? []
  const count = routes.reduce((sum, { findings }) => sum + findings.length, 0) + (report?.findings.length ?? 0)
  const shown = onlyFindings ? routes.filter(({ findings }) => findings.length > 0) : routes
  const figures: [string, string][] = report
    ? [
        [t('isolation.calls'), figureText(report.calls)],
        [t('isolation.routes'), figureText(routes.length)],
        [t('isolation.parameters'), figureText(routes.reduce((sum, { parameters }) => sum + parameters.length, 0))],
        [t('isolation.leaks'), figureText(count)],
        [t('isolation.duration'), t('isolation.seconds', { seconds: report.seconds })],
      ]
    : []

  return (
    <section className={`isolation-card result ${verdict}`} aria-labelledby="isolation-verdict">
      <h2 id="isolation-verdict">
        <Verdict verdict={verdict} /> <time>{startedAt}</time>
      </h2>
      <p>{t(`isolation.${verdict}.text`)}</p>
      {report && (
        <>
          <dl className="isolation-figures">
            {figures.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {report.findings.length > 0 && (
            <ul className="isolation-findings">
              {report.findings.map((finding, at) => (
                <li key={at}>{wordsOf(finding, t)}</li>
              ))}
            </ul>
          )}
          <div className="isolation-table-head">
            <h3>{t('isolation.by-route')}</h3>
            {count > 0 && (
              <span>
                <Switch id={switchId} size="small" checked={onlyFindings} onChange={setOnlyFindings} />{' '}
                <label htmlFor={switchId}>{t('isolation.only-leaks')}</label>
              </span>
            )}
          </div>
          <div className="isolation-scroll tall" role="region" aria-label={t('isolation.by-route')} tabIndex={0}>
            <table className="isolation-table">
              <thead>
                <tr>
                  <th scope="col">{t('isolation.route')}</th>
                  <th scope="col">{t('isolation.asked')}</th>
                  <th scope="col" className="figure">
                    {t('isolation.answers')}
                  </th>
                  <th scope="col">{t('isolation.verdict')}</th>
                </tr>
              </thead>
              <tbody>
                {shown.map((route) => (
                  <RouteLine key={`${route.method} ${route.path}`} route={route} t={t} />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  )
}

function RouteLine({ route: { method, path, parameters, calls, findings }, t }: { route: RouteReport; t: Translate }) {
  return (
    <tr>
      <th scope="row">
        <span className="method">{method}</span> <code>{path}</code>
      </th>
      <td className="parameters">{parameters.join(t('common.between'))}</td>
      <td className="figure">{figureText(calls)}</td>
      <td>
        {findings.length === 0 ? (
          <span className="verdict passed">{t('isolation.verdict.passed')}</span>
        ) : (
          <ul className="isolation-findings">
            {findings.map((finding, at) => (
              <li key={at}>{wordsOf(finding, t)}</li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  )
}

function wordsOf({ code, ...values }: IsolationFinding, t: Translate): string {
  return t(`isolation.found.${code}`, values)
}
