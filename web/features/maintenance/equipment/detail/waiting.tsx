/** The transfer that waits: who has signed, and the signature of the reader. */
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import type { Transfer } from '../../../../../model/contract/maintenance/equipment.ts'
import { signEquipmentTransfer, withdrawEquipmentTransfer } from '../../../../../model/contract/maintenance/equipment.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { secondOf } from '../../../../ui/clock.ts'
import { confirm } from '../../../../ui/confirm.ts'
import { act } from './machine-client.ts'

export function Waiting({ transfer }: { transfer: Transfer }) {
  const t = useT()
  const queries = useQueryClient()
  const { id } = transfer

  async function sign(): Promise<void> {
    const text = t('equipment.sign-about')
    if (await confirm({ title: t('equipment.sign'), text, ok: t('equipment.sign'), cancel: t('common.cancel') }))
      await act(queries, () => ask(signEquipmentTransfer, { id }))
  }
  async function withdraw(): Promise<void> {
    const text = t('equipment.withdraw-about')
    if (await confirm({ title: t('equipment.withdraw'), text, ok: t('equipment.withdraw'), cancel: t('common.cancel') }))
      await act(queries, () => ask(withdrawEquipmentTransfer, { id }))
  }

  const signed = (at: number | null) => (at === null ? t('equipment.not-signed') : t('equipment.signed', { at: secondOf(at) }))
  const facts: readonly (readonly [label: string, text: string | null])[] = [
    [t('equipment.giver'), [transfer.giver, signed(transfer.givenAt)].filter(Boolean).join(' · ')],
    [t('equipment.taker'), [transfer.taker, signed(transfer.takenAt)].filter(Boolean).join(' · ')],
    [t('equipment.to-site'), transfer.toSite],
    [t('equipment.to-organisation'), transfer.toOrganisation],
    [t('equipment.transfer-reason'), transfer.reason],
  ]
  return (
    <section className="machine-card">
      <div className="machine-head">
        <h2>{t('equipment.transfer-waiting')}</h2>
        <span className="machine-ways">
          {transfer.maySign && (
            <Button size="small" type="primary" onClick={() => void sign()}>
              {t('equipment.sign')}
            </Button>
          )}
          {transfer.mayWithdraw && (
            <Button size="small" onClick={() => void withdraw()}>
              {t('equipment.withdraw')}
            </Button>
          )}
        </span>
      </div>
      <dl className="machine-facts">
        {facts.flatMap(([label, text]) =>
          text
            ? [
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>,
              ]
            : [],
        )}
      </dl>
    </section>
  )
}
