import type { IsolationRun } from '../../../../model/contract/tenant/isolation.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { figureText } from '../../../kernel/i18n/texts.ts'
import { Verdict } from './report.tsx'

/** The last runs; each can be looked at again. */
export function Runs({ list, shown, onShow }: { list: readonly IsolationRun[]; shown: string | undefined; onShow: (id: string) => void }) {
  const t = useT()
  return (
    <section className="isolation-card" aria-labelledby="isolation-runs">
      <h2 id="isolation-runs">{t('isolation.last')}</h2>
      <div className="isolation-scroll" role="region" aria-labelledby="isolation-runs" tabIndex={0}>
        <table className="isolation-table">
          <thead>
            <tr>
              <th scope="col">{t('isolation.when')}</th>
              <th scope="col">{t('isolation.verdict')}</th>
              <th scope="col" className="figure">
                {t('isolation.calls')}
              </th>
              <th scope="col">{t('isolation.who')}</th>
            </tr>
          </thead>
          <tbody>
            {list.map(({ id, startedAt, verdict, report, username }) => (
              <tr key={id} className={id === shown ? 'shown' : undefined}>
                <td>
                  <button type="button" className="row-action" aria-pressed={id === shown} onClick={() => onShow(id)}>
                    {startedAt}
                  </button>
                </td>
                <td>
                  <Verdict verdict={verdict} />
                </td>
                <td className="figure">{report ? figureText(report.calls) : '–'}</td>
                <td>{username}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
