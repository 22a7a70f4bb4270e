/** Makes a report template: empty, from a built-in report, from a file or a workbook; or changes what one is called. */
import { Form, Input, Modal, Radio, Select } from 'antd'
import { useRef, useState } from 'react'
import type { ReadWorkbook } from '../../../../model/contract/report/templates.ts'
import { copyReportTemplate, importReportDesign, readReportWorkbook } from '../../../../model/contract/report/templates.ts'
import { TEMPLATE_KINDS } from '../../../../model/report/report-templates.ts'
import { REPORT_CODES } from '../../../../model/reports/built-in/asked.ts'
import type { ReportCode } from '../../../../model/reports/built-in/asked.ts'
import type { Period } from '../../../../model/reports/period.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { addRow, updateRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import type { KeptTemplate } from '../../../shared/reports/template-pictures.ts'
import { stored } from '../../../shared/reports/template-pictures.ts'
import { periodChoices } from '../../../shared/reports/period-choices.ts'
import { WorkbookLosses } from './workbook-losses.tsx'
import { toast } from '../../../ui/toast.ts'

type Beginning = 'empty' | 'file' | ReportCode
interface Values {
  readonly templateName: string
  readonly templateKind: (typeof TEMPLATE_KINDS)[number]
  readonly templateStatus: 0 | 1
  readonly templateDescription?: string
  readonly beginning: Beginning
  readonly period: Period
}

interface Chosen extends ReadWorkbook {
  readonly file: File
  /** Which of its sheets, from 1. */
  readonly sheet: number
}

/** A template is half a megabyte at the most; with blanks between its members a file is longer, and with its pictures ten megabytes and a third more. */
const MAX_FILE = 18 * 1024 * 1024

export default function TemplateDialog({ of, row, open, may, onClose, onSaved }: ResourceFormProps) {
  const t = useT()
  const [form] = Form.useForm<Values>()
  const [isBusy, setBusy] = useState(false)
  const [file, setFile] = useState<KeptTemplate>()
  const [workbook, setWorkbook] = useState<Chosen>()
  const [isReading, setReading] = useState(false)
  /** How many files and sheets were asked for: what an earlier one says comes too late. */
  const reads = useRef(0)
  const beginning = Form.useWatch('beginning', form)
  const mayWorkbook = may?.('workbook') ?? false
  const isAwaited = beginning === 'file' && (!file || isReading)
  const label = t('field.report-templates.templateName')
  const initial: Values = {
    templateName: String(row?.['templateName'] ?? ''),
    templateKind: (row?.['templateKind'] ?? 'curing') as Values['templateKind'],
    templateStatus: row?.['templateStatus'] === 0 ? 0 : 1,
    templateDescription: String(row?.['templateDescription'] ?? ''),
    beginning: 'empty',
    period: 'day',
  }
  const beginnings = [
    { value: 'empty', label: t('report-list.beginning-empty') },
    ...(may?.('copy') ? REPORT_CODES.map((value) => ({ value, label: t(`choice.reportCode.${value}`) })) : []),
    ...(may?.('bring') ? [{ value: 'file', label: t(mayWorkbook ? 'report-list.beginning-file' : 'report-list.beginning-json') }] : []),
  ]
  const leave = useLeaveForm(() => isFilled(form.getFieldsValue(), initial), onClose, isBusy)

  async function take(chosen: File | undefined): Promise<void> {
    const isNewest = asNewest()
    setFile(undefined)
    setWorkbook(undefined)
    setReading(false)
    if (!chosen) return
    const isWorkbook = /\.xlsx$/i.test(chosen.name)
    const name = chosen.name.replace(/\.(?:json|xlsx)$/i, '').slice(0, 64)
    // A browser lets people choose files beyond those that are asked for.
    if (isWorkbook && !mayWorkbook) return toast.error(t('error.permission.denied'))
    if (isWorkbook) return read(chosen, name)
    try {
      if (chosen.size > MAX_FILE) throw new SyntaxError('too large')
      const text = await chosen.text()
      if (!isNewest()) return
      const content: unknown = JSON.parse(text)
      if (typeof content !== 'object' || content === null || Array.isArray(content)) throw new SyntaxError('no object')
      setFile(content as KeptTemplate)
      nameAfter(name)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      toast.error(t('report-list.file-unreadable'))
    }
  }

  /** Tells from now on whether nothing else was asked for since. */
  function asNewest(): () => boolean {
    reads.current += 1
    const own = reads.current
    return () => reads.current === own
  }

  function nameAfter(name: string): void {
    if (!form.getFieldValue('templateName')) form.setFieldValue('templateName', name)
  }

  /** What was read before stays until the answer comes, and for good where there is none. */
  async function read(chosen: File, name: string, sheet = 1): Promise<void> {
    const isNewest = asNewest()
    setReading(true)
    try {
      const found = await ask(readReportWorkbook, { file: chosen, sheet })
      if (!isNewest()) return
      setFile({ ...found.content, pictures: found.pictures })
      setWorkbook({ ...found, file: chosen, sheet })
      nameAfter(name)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      if (isNewest()) setReading(false)
    }
  }

  async function made({ beginning: from, period, templateDescription, ...named }: Values): Promise<unknown> {
    const about = templateDescription?.trim()
    const all = { ...named, ...(about ? { templateDescription: about } : {}) }
    if (from === 'file') return ask(importReportDesign, { ...all, content: await stored(file as KeptTemplate) }, { quiet: true })
    if (from !== 'empty') return ask(copyReportTemplate, { ...all, report: from, period }, { quiet: true })
    return addRow(of, all)
  }

  async function save(values: Values): Promise<void> {
    if (isAwaited) return
    setBusy(true)
    try {
      const { beginning: _from, period: _period, ...fields } = values
      const added = row ? await updateRow(of, { id: row.id, version: row.version, ...fields }).then(() => undefined) : await made(values)
      onClose()
      await onSaved(added)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const own = error.errors.filter(({ field }) => field === 'templateName')
      if (own.length === 0) toast.error(error.message)
      form.setFields(own.map(({ message }) => ({ name: 'templateName', errors: [message] })))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open={open}
      title={t(row ? 'report-list.rename' : 'report-list.new')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: isAwaited }}
      onOk={form.submit}
      onCancel={leave}
    >
      <Form<Values> form={form} name="report" layout="vertical" initialValues={initial} onFinish={(values) => void save(values)}>
        <Form.Item
          name="templateName"
          label={label}
          rules={[{ required: true, whitespace: true, message: t('check.required', { field: label }) }]}
        >
          <Input maxLength={64} autoFocus />
        </Form.Item>
        <Form.Item name="templateKind" label={t('field.report-templates.templateKind')}>
          <Select options={TEMPLATE_KINDS.map((value) => ({ value, label: t(`choice.templateKind.${value}`) }))} />
        </Form.Item>
        <Form.Item name="templateStatus" label={t('field.report-templates.templateStatus')}>
          <Radio.Group options={[1, 0].map((value) => ({ value, label: t(`choice.templateStatus.${value as 0 | 1}`) }))} />
        </Form.Item>
        <Form.Item name="templateDescription" label={t('field.report-templates.templateDescription')}>
          <Input.TextArea maxLength={256} autoSize={{ minRows: 2, maxRows: 5 }} />
        </Form.Item>
        {!row && beginnings.length > 1 && (
          <Form.Item name="beginning" label={t('report-list.beginning')}>
            <Radio.Group vertical options={beginnings} />
          </Form.Item>
        )}
        {!row && REPORT_CODES.some((code) => code === beginning) && (
          <Form.Item name="period" label={t('report-list.period')}>
            <Radio.Group options={periodChoices(t)} />
          </Form.Item>
        )}
        {beginning === 'file' && (
          <Form.Item label={t('report-list.file')} htmlFor="report-file">
            <input
              id="report-file"
              type="file"
              accept={mayWorkbook ? '.json,.xlsx' : '.json'}
              onChange={({ target }) => void take(target.files?.[0])}
            />
            <p role="status">{isReading && t('report-workbook.reading')}</p>
            {workbook && workbook.sheets.length > 1 && (
              <Select
                aria-label={t('report-workbook.which')}
                value={workbook.sheet}
                disabled={isReading}
                options={workbook.sheets.map((label, at) => ({ value: at + 1, label }))}
                onChange={(sheet: number) => void read(workbook.file, '', sheet)}
              />
            )}
            {workbook && <WorkbookLosses losses={workbook.losses} />}
          </Form.Item>
        )}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  )
}
