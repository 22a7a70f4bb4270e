/** What is noted at a moment: of some of the points that are shown, or what was noted of one. */
import { Checkbox, Input, Modal } from 'antd'
import type { InputRef } from 'antd'
import { useId, useRef, useState } from 'react'
import { annotations } from '../../../../model/index.ts'
import type { TrendMarks } from '../../../../model/contract/acquisition/trend-marks.ts'
import { momentOf, secondText } from '../../../../model/zone.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { addRow, updateRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import type { History } from '../../../ui/history-chart/histories.ts'
import { toast } from '../../../ui/toast.ts'

export type Annotation = TrendMarks['annotations'][number]

interface AnnotationProps {
  readonly open: boolean
  /** The one to change; a new one where absent. */
  readonly annotation: Annotation | undefined
  /** Milliseconds since 1970, of a new one. */
  readonly at: number
  readonly zone: string
  readonly histories: readonly History[]
  readonly onSaved: () => void
  readonly onClose: () => void
}

const MAX_NOTE = 500

export default function AnnotationDialog({ open, annotation, at, zone, histories, onSaved, onClose }: AnnotationProps) {
  const t = useT()
  const id = useId()
  const input = useRef<InputRef>(null)
  const [beginning] = useState(() => ({
    text: annotation?.noteText ?? '',
    time: secondText(zone, annotation?.time ?? at),
    chosen: histories.slice(0, 1).map(({ id: point }) => point),
  }))
  const [text, setText] = useState(beginning.text)
  const [time, setTime] = useState(beginning.time)
  const [chosen, setChosen] = useState(beginning.chosen)
  const [busy, setBusy] = useState(false)
  const leave = useLeaveForm(() => isFilled({ text, time, chosen }, beginning), onClose, busy)
  const moment = momentOf(zone, time)
  const isWhole = text.trim() !== '' && moment !== undefined && (annotation !== undefined || chosen.length > 0)

  async function save(): Promise<void> {
    if (!isWhole || busy) return
    setBusy(true)
    try {
      const values = { notedAt: secondText(zone, moment), noteText: text.trim() }
      if (annotation) await updateRow(annotations, { id: annotation.id, version: annotation.version, ...values })
      else for (const pointId of chosen) await addRow(annotations, { pointId, ...values })
      toast.success(t('trends.annotation-saved'))
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
      onSaved()
    }
  }

  return (
    <Modal
      open={open}
      title={t(annotation ? 'trends.annotation-edit' : 'trends.annotate')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !isWhole }}
      onOk={() => void save()}
      onCancel={leave}
      width={480}
      afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
    >
      <div className="trend-note">
        <label htmlFor={`${id}-text`}>{t('trends.annotation-text')}</label>
        <Input
          id={`${id}-text`}
          ref={input}
          maxLength={MAX_NOTE}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onPressEnter={() => void save()}
        />
        <label htmlFor={`${id}-time`}>{t('trends.annotation-time')}</label>
        <Input
          id={`${id}-time`}
          maxLength={19}
          value={time}
          {...(moment === undefined ? { status: 'error', 'aria-describedby': `${id}-wrong` } : {})}
          onChange={({ target }) => setTime(target.value)}
        />
        {moment === undefined && (
          <p id={`${id}-wrong`} role="alert" className="trend-wrong">
            {t('trends.annotation-time-wrong')}
          </p>
        )}
        {!annotation && (
          <>
            <span id={`${id}-points`}>{t('trends.annotation-points')}</span>
            <Checkbox.Group
              aria-labelledby={`${id}-points`}
              value={chosen}
              options={histories.map(({ id: value, name }) => ({ value, label: name }))}
              onChange={setChosen}
            />
          </>
        )}
      </div>
    </Modal>
  )
}
