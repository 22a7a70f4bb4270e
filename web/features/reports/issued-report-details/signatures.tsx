/** The places of a report to sign: who did, and the way to sign the next one. */
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { SecondFactors } from '../../../../model/contract/account/second-factors.ts'
import type { IssuedReportDetail } from '../../../../model/contract/report/issued-reports.ts'
import { signReport } from '../../../../model/contract/report/issued-reports.ts'
import type { SignatureSlot } from '../../../../model/reports/issued.ts'
import { SIGNATURE_SLOTS } from '../../../../model/reports/issued.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { readFactors } from '../../../kernel/session/second-factors.ts'
import { secondOf } from '../../../ui/clock.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAct, useMay } from './acting.ts'

const IdentityDialog = lazyWithPreload(() => import('../../../shared/dialogs/identity-dialog.tsx'))

export function Signatures({ data }: { data: IssuedReportDetail }) {
  const t = useT()
  const may = useMay(data)
  const act = useAct()
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<{ slot: SignatureSlot; factors: SecondFactors }>()
  const { id } = data.report
  const next = may('sign') ? data.mayNext : null
  const isOthers = may('sign') && data.hasSigned ? SIGNATURE_SLOTS[data.signatures.length] : undefined

  /** Whoever signs shows first who they are, also where they have done so for something else a moment ago: they are told then what they sign. */
  async function begin(slot: SignatureSlot): Promise<void> {
    setBusy(true)
    try {
      setAsked({ slot, factors: await readFactors() })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }

  async function sign(slot: SignatureSlot): Promise<void> {
    setBusy(true)
    const done = await act(() => ask(signReport, { id, slot }))
    setBusy(false)
    if (done) toast.success(t('issued.signed'))
  }

  return (
    <section className="issued-card" aria-label={t('issued.signatures')}>
      <h2>{t('issued.signatures')}</h2>
      <ol className="issued-signatures">
        {SIGNATURE_SLOTS.map((slot) => {
          const signature = data.signatures.find((each) => each.slot === slot)
          return (
            <li key={slot}>
              <span>{t(`issued.slot-${slot}`)}</span>
              {signature ? (
                <>
                  <strong>{signature.by ?? '—'}</strong>
                  <small>
                    {secondOf(signature.at)} · {t(`signature.by-${signature.proof}`)}
                  </small>
                </>
              ) : next === slot ? (
                <Button
                  type="primary"
                  size="small"
                  loading={busy}
                  onPointerEnter={() => void IdentityDialog.preload()}
                  onClick={() => void begin(slot)}
                >
                  {t('issued.sign', { slot: t(`issued.slot-${slot}`) })}
                </Button>
              ) : (
                <small>{t(isOthers === slot ? 'issued.signed-by-you' : 'issued.unsigned')}</small>
              )}
            </li>
          )
        })}
      </ol>
      {asked && (
        <Suspense fallback={null}>
          <IdentityDialog
            factors={asked.factors}
            about={t('issued.sign-what', {
              number: data.report.reportNumber ?? t('issued.this'),
              slot: t(`issued.slot-${asked.slot}`),
            })}
            onClose={(isShown) => {
              setAsked(undefined)
              if (isShown) void sign(asked.slot)
            }}
          />
        </Suspense>
      )}
    </section>
  )
}
