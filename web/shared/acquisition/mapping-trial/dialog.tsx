/** What mapping rules make of a message, before they are saved or the message is read again. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { MessageText, Tried } from '../../../../model/contract/acquisition/mappings.ts'
import { queryMessageText, tryTypeMapping } from '../../../../model/contract/acquisition/mappings.ts'
import type { InputOf } from '../../../../model/contract/contract.ts'
import { typeMappings, typePoints } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { addRow, forgetLists, listOf } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { FormValues } from '../../../kernel/resource/form-checks.ts'
import { FormField } from '../../../kernel/resource/form-field.tsx'
import { CutMessage } from './cut-message.tsx'
import { useKept } from './kept.ts'
import { wholeOf } from './whole.ts'
import { TrialResult } from './result.tsx'
import './trial.css'

interface MappingTrialProps {
  /** A kept one, as it is told of its id. */
  readonly message?: MessageText & { readonly id: string }
  readonly typeId?: string | undefined
  /** A rule that is being written; without it, those that the type has. */
  readonly rule?: FormValues
  readonly onClose: () => void
}

interface Values {
  readonly deviceTypeId?: string
  readonly messageSource: 'mqtt' | 'http'
  readonly topic?: string
  readonly properties?: string
  readonly text?: string
}

/** A line for each. */
const writeProperties = (properties: MessageText['userProperties']) =>
  Object.entries(properties ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')

function readProperties(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').flatMap((line) => {
    const equals = line.indexOf('=')
    return equals < 0 ? [] : [[line.slice(0, equals).trim(), line.slice(equals + 1)] as const]
  })
  return lines.length === 0 ? undefined : Object.fromEntries(lines)
}

/** A blank field of a form is none of the rule. */
const ruleOf = (values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => name !== 'deviceTypeId' && name !== 'ruleName' && value !== '' && value !== undefined),
  )

export default function MappingTrial({ message, typeId, rule, onClose }: MappingTrialProps) {
  const t = useT()
  const [form] = Form.useForm<Values>()
  const [answer, setAnswer] = useState<{ tried?: Tried; failure?: string }>({})
  const [isTrying, setTrying] = useState(false)
  /** The kept message of which the beginning stands in the form; the whole is tried. */
  const [cut, setCut] = useState(message && !message.isWhole ? message : undefined)
  const kept = useKept()
  const queries = useQueryClient()
  const mayAdd = useQuery(listOf(typePoints, { currentPage: 1, pageSize: 1 }, { quiet: true })).data?.allowed?.includes('add') === true

  async function run({ deviceTypeId = typeId, messageSource, topic, properties = '', text = '' }: Values): Promise<void> {
    if (!deviceTypeId) return setAnswer({ failure: t('mapping.no-type') })
    setTrying(true)
    try {
      const userProperties = readProperties(properties)
      const input = {
        ...{ deviceTypeId, messageSource, text: cut ? await wholeOf(cut.id) : text },
        ...(topic ? { topic } : {}),
        ...(userProperties ? { userProperties } : {}),
        ...(rule ? { rule: ruleOf(rule) } : {}),
      }
      setAnswer({ tried: await ask(tryTypeMapping, input as InputOf<typeof tryTypeMapping>, { quiet: true }) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setAnswer({ failure: error.errors[0]?.message ?? error.message })
    } finally {
      setTrying(false)
    }
  }

  async function choose(id: string): Promise<void> {
    try {
      const chosen = await ask(queryMessageText, { id })
      const { messageSource, topic, userProperties, text, isWhole } = chosen
      flushSync(() => setCut(isWhole ? undefined : { ...chosen, id }))
      form.setFieldsValue({ messageSource, topic: topic ?? '', properties: writeProperties(userProperties), text })
      form.submit()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  /** Under its key; whoever wants another name, a unit or limits changes it among the points of the type. */
  async function addPoint(key: string): Promise<void> {
    const deviceTypeId = form.getFieldValue('deviceTypeId') ?? typeId
    try {
      await addRow(typePoints, { deviceTypeId, pointKey: key, pointName: key })
      await forgetLists(queries, typePoints)
      form.submit()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  const { tried, failure } = answer
  return (
    <Modal
      open
      title={t('mapping.try')}
      width={860}
      onCancel={onClose}
      footer={
        <Button type="primary" loading={isTrying} onClick={form.submit}>
          {t('mapping.try')}
        </Button>
      }
    >
      <p className="trial-about">{t('mapping.try-about')}</p>
      <Form
        form={form}
        layout="vertical"
        className="trial"
        initialValues={{
          deviceTypeId: typeId,
          messageSource: message?.messageSource ?? rule?.['messageSource'] ?? 'mqtt',
          topic: message?.topic ?? '',
          text: message?.text,
          properties: writeProperties(message?.userProperties ?? null),
        }}
        onFinish={(values) => void run(values)}
      >
        {kept.length > 0 && (
          <Form.Item label={t('mapping.kept')} className="whole-row">
            <Select options={[...kept]} onChange={(id: string) => void choose(id)} aria-label={t('mapping.kept')} />
          </Form.Item>
        )}
        {!rule && <FormField of={typeMappings} name="deviceTypeId" row={undefined} />}
        <FormField of={typeMappings} name="messageSource" row={undefined} />
        <Form.Item name="topic" label={t('mapping.topic')}>
          <Input maxLength={1024} />
        </Form.Item>
        <Form.Item name="properties" label={t('mapping.properties')} className="whole-row">
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} spellCheck={false} className="trial-message" />
        </Form.Item>
        <Form.Item name="text" label={t('mapping.message')} className="whole-row">
          <Input.TextArea
            autoSize={{ minRows: 4, maxRows: 12 }}
            spellCheck={false}
            className="trial-message"
            onChange={() => setCut(undefined)}
          />
        </Form.Item>
        {cut && <CutMessage message={cut} />}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
      <div role="status">
        {failure && <Alert type="error" showIcon title={failure} />}
        {tried && <p>{t('mapping.summary', { values: tried.values, refused: tried.refused })}</p>}
      </div>
      {tried && <TrialResult tried={tried} onAdd={mayAdd ? (key) => void addPoint(key) : undefined} />}
    </Modal>
  )
}
