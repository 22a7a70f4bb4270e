/** The form generator: which form and which version, the files that are made of it, and the ZIP. */
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import PrinterOutlined from '@ant-design/icons/es/icons/PrinterOutlined'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { FormChoice } from '../../../../model/contract/devtool/form-generator.ts'
import { generateFormResource, queryFormChoice, queryFormResource } from '../../../../model/contract/devtool/form-generator.ts'
import { printGeneratorForm } from '../../../../model/contract/devtool/form-print.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { fetchFile } from '../../../kernel/resource/exchange/save-file.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { Files } from './files.tsx'
import './form-generator.css'

/** What the address and the choice call the draft. */
const DRAFT = 'draft'

export default function FormGeneratorPage() {
  const t = useT()
  const language = useLanguage()
  const id = useId()
  const [address, setAddress] = useSearchParams()
  const { data: choice, error: choiceError, refetch } = useQuery({ queryKey: ['form-choice'], queryFn: () => ask(queryFormChoice, {}) })
  const form = choice?.list.find((one) => one.id === address.get('id'))
  const version = versionOf(form, address.get('version'))
  const asked = form && { id: form.id, ...(version === DRAFT ? {} : { formVersion: Number(version) }) }
  const { data, error } = useQuery({
    queryKey: ['form-resource', form?.id, version, language],
    enabled: form !== undefined,
    queryFn: () => (asked ? ask(queryFormResource, asked, { quiet: true }) : { files: [] }),
  })
  if (choiceError instanceof ApiError) return <ListFailure error={choiceError} onRetry={() => void refetch()} />

  const versions = form ? [...Array.from({ length: form.formVersion }, (_, at) => String(form.formVersion - at)), DRAFT] : []
  return (
    <div className="form-generator">
      <header>
        <h1>{t('menu.formgenerator')}</h1>
        <p>{t('forms.generator.about')}</p>
      </header>
      <form className="form-generator-choice" onSubmit={(event) => event.preventDefault()}>
        <div>
          <label htmlFor={`${id}-form`}>{t('forms.generator.form')}</label>
          <Select
            id={`${id}-form`}
            value={form?.id ?? null}
            placeholder={t('forms.generator.choose-form')}
            loading={!choice}
            showSearch={{ optionFilterProp: 'label' }}
            options={(choice?.list ?? []).map((one) => ({ value: one.id, label: one.formDescription }))}
            onChange={(value: string) => setAddress({ id: value }, { replace: true })}
          />
        </div>
        <div className="form-generator-version">
          <label htmlFor={`${id}-version`}>{t('forms.generator.version')}</label>
          <Select
            id={`${id}-version`}
            disabled={!form}
            value={form ? version : null}
            options={versions.map((value) => ({
              value,
              label: value === DRAFT ? t('forms.generator.draft') : t('forms.generator.version-of', { version: value }),
            }))}
            onChange={(value: string) => setAddress({ id: form?.id ?? '', version: value }, { replace: true })}
          />
        </div>
        {choice?.mayPrint && (
          <FileButton
            of={printGeneratorForm}
            asked={asked}
            label={t('forms.generator.print')}
            icon={<PrinterOutlined aria-hidden="true" />}
          />
        )}
        {choice?.mayGenerate && (
          <FileButton
            of={generateFormResource}
            asked={data && asked}
            label={t('forms.generator.download')}
            icon={<DownloadOutlined aria-hidden="true" />}
            isPrimary
          />
        )}
      </form>
      {error instanceof ApiError && (
        <p role="alert" className="form-generator-nothing">
          {error.message}
        </p>
      )}
      {data && form ? (
        <Files files={data.files} />
      ) : (
        choice &&
        !form && (
          <p className="form-generator-nothing">{t(choice.list.length === 0 ? 'forms.generator.none' : 'forms.generator.none-chosen')}</p>
        )
      )}
    </div>
  )
}

/** The version that is asked for; the newest one, or the draft of a form without any. */
function versionOf(form: FormChoice | undefined, asked: string | null): string {
  if (!form || asked === DRAFT) return DRAFT
  const number = Number(asked)
  if (asked !== null && Number.isInteger(number) && number >= 1 && number <= form.formVersion) return String(number)
  return form.formVersion === 0 ? DRAFT : String(form.formVersion)
}

interface FileButtonProps {
  readonly of: typeof generateFormResource | typeof printGeneratorForm
  /** Absent: there is nothing to fetch yet. */
  readonly asked: { readonly id: string; readonly formVersion?: number } | undefined
  readonly label: string
  readonly icon: ReactNode
  readonly isPrimary?: boolean
}

function FileButton({ of, asked, label, icon, isPrimary = false }: FileButtonProps) {
  const [busy, setBusy] = useState(false)

  async function fetch(): Promise<void> {
    if (!asked) return
    setBusy(true)
    try {
      await fetchFile(of, asked)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button type={isPrimary ? 'primary' : 'default'} icon={icon} disabled={!asked} loading={busy} onClick={() => void fetch()}>
      {label}
    </Button>
  )
}
