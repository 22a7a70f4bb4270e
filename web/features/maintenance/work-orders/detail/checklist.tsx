/** The checklist of an order: filled in item by item, on a phone beside the machine, and kept as often as one likes. */
import { Button } from 'antd'
import { useId, useState } from 'react'
import type { WorkOrderDetail } from '../../../../../model/contract/maintenance/work-orders.ts'
import { saveOrderChecks } from '../../../../../model/contract/maintenance/work-orders.ts'
import type { CheckResult } from '../../../../../model/maintenance/checklist.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { toast } from '../../../../ui/toast.ts'
import { CheckAnswer, CheckWords, answerOf } from '../../../../shared/maintenance/check-items.tsx'
import { sendOrderFile } from '../../../../shared/maintenance/upload.ts'
import { useAct } from './order-client.ts'

export function Checklist({ id, detail }: { readonly id: string; readonly detail: WorkOrderDetail }) {
  const t = useT()
  const act = useAct()
  const heading = useId()
  const [results, setResults] = useState<ReadonlyMap<string, CheckResult>>(
    () => new Map(detail.results.map((result) => [result.key, result])),
  )
  const [busy, setBusy] = useState(false)
  const put = (key: string, values: Partial<CheckResult>) =>
    setResults((before) => new Map(before).set(key, { ...before.get(key), ...values, key }))

  async function save(kept: ReadonlyMap<string, CheckResult>): Promise<void> {
    setBusy(true)
    await act(async () => {
      await ask(saveOrderChecks, { id, version: detail.version, results: [...kept.values()] })
      toast.success(t('work-order.checks-saved'))
    })
    setBusy(false)
  }

  /** A photograph is one of the order's files, and stands with the item at once. */
  async function photograph(key: string, file: File): Promise<void> {
    setBusy(true)
    await act(async () => {
      const added = await sendOrderFile(id, file, key)
      const photos = [...(results.get(key)?.photos ?? []), added.id]
      const kept = new Map(results).set(key, { ...results.get(key), key, photos })
      setResults(kept)
      await ask(saveOrderChecks, { id, version: detail.version, results: [...kept.values()] })
    })
    setBusy(false)
  }

  return (
    <section className="upkeep-card" aria-labelledby={heading}>
      <div className="upkeep-head">
        <h2 id={heading}>{t('work-order.checks')}</h2>
        {detail.mayCheck && (
          <Button type="primary" size="small" loading={busy} onClick={() => void save(results)}>
            {t('work-order.checks-save')}
          </Button>
        )}
      </div>
      <ol className="upkeep-checks">
        {detail.checks.map((item) => (
          <li key={item.key}>
            <CheckWords item={item} result={results.get(item.key)} />
            {detail.mayCheck ? (
              <CheckAnswer
                item={item}
                result={results.get(item.key)}
                busy={busy}
                onPut={(values) => put(item.key, values)}
                onPhoto={(file) => void photograph(item.key, file)}
              />
            ) : (
              <p className="upkeep-about">{answerOf(item, results.get(item.key), t)}</p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
