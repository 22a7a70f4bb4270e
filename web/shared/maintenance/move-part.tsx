/** Puts parts into the store, takes some out, or says how many were counted. What is sent has a name: sent twice, since nobody knew whether it had arrived, it is one move. */
import { Alert, Input, InputNumber, Modal, Segmented } from 'antd'
import { useId, useState } from 'react'
import { movePart } from '../../../model/contract/maintenance/part-moves.ts'
import type { MoveKind } from '../../../model/maintenance/part-moves.ts'
import { MOVE_KINDS } from '../../../model/maintenance/part-moves.ts'
import { MAX_QUANTITY } from '../../../model/maintenance/spare-parts.ts'
import { ApiError } from '../../kernel/http/api.ts'
import { ask } from '../../kernel/http/ask.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { newId } from '../../kernel/new-id.ts'
import { RowPicker } from '../../kernel/resource/row-picker.tsx'
import { toast } from '../../ui/toast.ts'
import { isRefused, mayBeDone } from './answered.ts'
import './maintenance.css'

const MAX_REASON = 256

export interface PartToMove {
  readonly id: string
  readonly name: string
  readonly unit: string
  readonly stock: number | undefined
}

interface MovePartProps {
  /** Of which part; without one it is chosen. */
  readonly part?: PartToMove | undefined
  readonly kind: MoveKind
  /** The order that it is for: then parts go out for it or come back. */
  readonly order?: { readonly id: string; readonly number: string; readonly parts: readonly PartToMove[] } | undefined
  readonly onMoved: () => void
  readonly onClose: () => void
}

export default function MovePart({ part, kind: first, order, onMoved, onClose }: MovePartProps) {
  const t = useT()
  const id = useId()
  const [partId, setPartId] = useState<string | undefined>(part?.id)
  const [kind, setKind] = useState<MoveKind>(first)
  const [quantity, setQuantity] = useState<number | null>(null)
  const [reason, setReason] = useState(order ? order.number : '')
  const [busy, setBusy] = useState(false)
  const [requestId, setRequestId] = useState(newId)
  const [refused, setRefused] = useState('')
  // Nobody knows whether it was made: until that is known nothing but the same is sent again.
  const [isUnsure, setUnsure] = useState(false)
  const chosen = part ?? order?.parts.find((each) => each.id === partId)
  const kinds = order ? (['out', 'in'] as const) : MOVE_KINDS
  const isReady = partId !== undefined && quantity !== null && (kind === 'count' || quantity > 0) && reason.trim() !== ''

  async function move(): Promise<void> {
    if (!isReady) return
    setBusy(true)
    setRefused('')
    try {
      const moved = await ask(
        movePart,
        { partId, moveKind: kind, quantity, moveReason: reason, requestId, ...(order ? { orderId: order.id } : {}) },
        { quiet: true },
      )
      toast.success(t('part.moved', { stock: moved.stockAfter, unit: chosen?.unit ?? '' }))
      onMoved()
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefused(error.message)
      if (mayBeDone(error)) setUnsure(true)
      if (isRefused(error)) {
        setRequestId(newId())
        setUnsure(false)
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={part ? part.name : t('part.move')}
      okText={t(`choice.moveKind.${kind}`)}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !isReady }}
      onOk={() => void move()}
      onCancel={onClose}
      width={440}
      destroyOnHidden
    >
      <div className="upkeep-fields">
        {!part && (
          <>
            <label htmlFor={`${id}-part`}>{t('field.part-moves.partId')}</label>
            {order ? (
              <RowPicker
                noun="spare-parts"
                id={`${id}-part`}
                disabled={isUnsure}
                value={partId ?? null}
                known={order.parts.map((each) => ({ value: each.id, label: each.name }))}
                from={offered(order.parts)}
                onChange={(value: string) => setPartId(value)}
              />
            ) : (
              <RowPicker
                noun="spare-parts"
                id={`${id}-part`}
                disabled={isUnsure}
                value={partId ?? null}
                onChange={(value: string) => setPartId(value)}
              />
            )}
          </>
        )}
        <Segmented<MoveKind>
          aria-label={t('field.part-moves.moveKind')}
          disabled={isUnsure}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`choice.moveKind.${value}`) }))}
          onChange={setKind}
        />
        {chosen?.stock !== undefined && <p className="upkeep-about">{t('part.in-stock', { stock: chosen.stock, unit: chosen.unit })}</p>}
        <label htmlFor={`${id}-quantity`}>{t('field.part-moves.quantity')}</label>
        <InputNumber
          id={`${id}-quantity`}
          disabled={isUnsure}
          value={quantity}
          min={0}
          max={MAX_QUANTITY}
          precision={3}
          inputMode="decimal"
          suffix={chosen?.unit}
          formatter={(value) => (value === undefined ? '' : String(Number(value)))}
          onChange={setQuantity}
        />
        <label htmlFor={`${id}-reason`}>{t('field.part-moves.moveReason')}</label>
        <Input
          id={`${id}-reason`}
          disabled={isUnsure}
          value={reason}
          maxLength={MAX_REASON}
          onChange={({ target }) => setReason(target.value)}
        />
        {refused !== '' && <Alert type="error" showIcon title={refused} role="alert" />}
        {isUnsure && !busy && <Alert type="warning" showIcon title={t('part.unsure')} role="alert" />}
      </div>
    </Modal>
  )
}

/** The parts that an order is offered, in place of all there are. */
const offered = (parts: readonly PartToMove[]) => (query: { keyword: string } | { id: string }) => {
  const word = 'keyword' in query ? query.keyword.toLowerCase() : ''
  return Promise.resolve(parts.filter(({ name }) => name.toLowerCase().includes(word)).map((each) => ({ name: each.name, value: each.id })))
}
