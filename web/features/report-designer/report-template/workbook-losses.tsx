import type { ReadWorkbook } from '../../../../model/contract/report/templates.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import './dialogs.css'

/** A column of data as a workbook names it. */
const EXAMPLE = '{{room.time}}'

/** What of a workbook does not come into a template, each with its places. */
export function WorkbookLosses({ losses }: Pick<ReadWorkbook, 'losses'>) {
  const t = useT()
  return (
    <section className="report-losses" aria-label={t('report-workbook.left')}>
      <p className="quiet">{t('report-workbook.about', { field: EXAMPLE })}</p>
      {losses.length === 0 ? (
        <p>{t('report-workbook.nothing')}</p>
      ) : (
        <>
          <p className="report-losses-title">{t('report-workbook.left')}</p>
          <ul>
            {losses.map(({ what, count, places }) => (
              <li key={what}>
                {t(`report-workbook.${what}`)}
                <small>
                  {places.length > 0 && places.length < count
                    ? t('report-workbook.more', { places: places.join(', '), count: count - places.length })
                    : places.join(', ')}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
