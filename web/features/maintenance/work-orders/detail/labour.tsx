/** Who has worked on an order, and for how long. */
import { Button, Input, InputNumber, Modal } from 'antd'
import { useId, useState } from 'react'
import type { OrderLabour, WorkOrderDetail } from '../../../../../model/contract/maintenance/work-orders.ts'
import { addOrderLabour, deleteOrderLabour } from '../../../../../model/contract/maintenance/work-orders.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { tableTexts } from '../../../../kernel/i18n/texts.ts'
import { dayOf } from '../../../../ui/clock.ts'
import type { Column } from '../../../../ui/data-table.tsx'
import { DataTable } from '../../../../ui/data-table.tsx'
import Day from '../../../../ui/day.tsx'
import { useAct } from './order-client.ts'

const HOUR = 60
const MAX_NOTE = 256
const nobody: ReadonlySet<string> = new Set()
const nothing = () => undefined
const hoursOf = (minutes: number): string => String(Math.round((minutes / HOUR) * 100) / 100)

export function Labour({ id, detail: { labour, mayLabour } }: { readonly id: string; readonly detail: WorkOrderDetail }) {
  const t = useT()
  const act = useAct()
  const heading = useId()
  const [isAdding, setAdding] = useState(false)
  const columns: Column<OrderLabour>[] = [
    { key: 'by', width: 180, title: t('work-order.labour-by'), render: ({ by }) => by ?? '–' },
    { key: 'day', width: 130, title: t('work-order.labour-on'), render: ({ workedOn }) => workedOn },
    { key: 'hours', width: 120, title: t('work-order.labour-hours'), render: ({ minutes }) => hoursOf(minutes) },
    { key: 'note', width: 240, title: t('work-order.note'), render: ({ note }) => note ?? '' },
  ]
  return (
    <section className="upkeep-card" aria-labelledby={heading}>
      <div className="upkeep-head">
        <h2 id={heading}>{t('work-order.labour')}</h2>
        {mayLabour && (
          <Button size="small" aria-haspopup="dialog" onClick={() => setAdding(true)}>
            {t('work-order.labour-add')}
          </Button>
        )}
      </div>
      {labour.length === 0 ? (
        <p className="upkeep-about">{t('work-order.labour-none')}</p>
      ) : (
        <>
          <DataTable
            columns={columns}
            rows={labour}
            nameOf={({ workedOn }) => workedOn}
            card={{ title: 'by', fields: ['day', 'hours', 'note'] }}
            choosable={false}
            chosen={nobody}
            onChoose={nothing}
            onSort={nothing}
            actionsOf={({ id: entry, mayRemove }) =>
              mayRemove
                ? [
                    {
                      key: 'delete',
                      label: t('button.delete'),
                      danger: true,
                      run: () => void act(() => ask(deleteOrderLabour, { id: entry })),
                    },
                  ]
                : []
            }
            state="ready"
            expected={1}
            texts={tableTexts(t('work-order.labour'), t)}
          />
          <p className="upkeep-about">
            {t('work-order.labour-sum', { hours: hoursOf(labour.reduce((sum, { minutes }) => sum + minutes, 0)) })}
          </p>
        </>
      )}
      {isAdding && <LabourDialog run={(values) => act(() => ask(addOrderLabour, { id, ...values }))} onClose={() => setAdding(false)} />}
    </section>
  )
}

interface Entry {
  readonly workedOn: string
  readonly minutes: number
  readonly note: string
}

function LabourDialog({ run, onClose }: { readonly run: (values: Entry) => Promise<boolean>; readonly onClose: () => void }) {
  const t = useT()
  const id = useId()
  const [workedOn, setWorkedOn] = useState(() => dayOf(Date.now()))
  const [hours, setHours] = useState<number | null>(1)
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const minutes = Math.round((hours ?? 0) * HOUR)

  async function save(): Promise<void> {
    setBusy(true)
    const isDone = await run({ workedOn, minutes, note })
    setBusy(false)
    if (isDone) onClose()
  }

  return (
    <Modal
      open
      title={t('work-order.labour-add')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: workedOn === '' || minutes < 1 }}
      onOk={() => void save()}
      onCancel={onClose}
      width={420}
      destroyOnHidden
    >
      <div className="upkeep-fields">
        <label htmlFor={`${id}-day`}>{t('work-order.labour-on')}</label>
        <Day id={`${id}-day`} value={workedOn} onChange={setWorkedOn} />
        <label htmlFor={`${id}-hours`}>{t('work-order.labour-hours')}</label>
        <InputNumber id={`${id}-hours`} value={hours} min={0.1} max={24} step={0.5} inputMode="decimal" onChange={setHours} />
        <label htmlFor={`${id}-note`}>{t('work-order.note')}</label>
        <Input id={`${id}-note`} value={note} maxLength={MAX_NOTE} onChange={({ target }) => setNote(target.value)} />
      </div>
    </Modal>
  )
}
