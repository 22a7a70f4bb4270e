/** A form behind a link, for somebody without an account: filled in, sent, thanked for. */
import type { FormEvent } from 'react'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import type { OpenedForm } from '../../../../model/contract/devtool/form-links.ts'
import { openFormLink, submitFormLink } from '../../../../model/contract/devtool/form-links.ts'
import { faultsOfAnswer } from '../../../../model/devtool/entry-faults.ts'
import type { EntryData, EntryFault } from '../../../../model/form/check-entry.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import Captcha from '../../../shared/entry/captcha.tsx'
import { EntryPage } from '../../../shared/entry/entry-page.tsx'
import { useCaptcha } from '../../../shared/entry/use-captcha.ts'
import { readyToSend } from '../../../shared/forms/form-entry.ts'
import { FormView } from '../../../shared/forms/form-view.tsx'
import { toast } from '../../../ui/toast.ts'
import { UploadsOf, useUploads } from '../../../ui/uploads.ts'
import { outsideSources } from './outside-sources.ts'
import './open-form.css'

export default function OpenFormPage() {
  const { hash } = useLocation()
  // Behind the mark, where servers and their logs do not see it.
  const token = hash.slice(1)
  return <Opened key={token} token={token} />
}

function Opened({ token }: { token: string }) {
  const t = useT()
  const [form, setForm] = useState<OpenedForm>()
  const [failure, setFailure] = useState<ApiError>()
  const [sent, setSent] = useState<number>()
  const [round, setRound] = useState(0)

  useEffect(() => {
    let isShown = true
    ask(openFormLink, { token }, { quiet: true }).then(
      (found) => {
        if (isShown) setForm(found)
      },
      (error: unknown) => {
        if (isShown && error instanceof ApiError) setFailure(error)
      },
    )
    return () => {
      isShown = false
    }
  }, [token, round])

  return (
    <EntryPage title={form?.formDescription ?? t('entries.choose')} wide plain>
      {failure && (
        <p className="open-form-failed" role="alert">
          {/* An address that was cut off is no link either. */}
          {failure.status === 422 ? t('error.form.link') : failure.message}
        </p>
      )}
      {!form && !failure && <p role="status">{t('common.loading')}</p>}
      {form && sent === undefined && <Written key={round} token={token} form={form} onSent={setSent} />}
      {sent !== undefined && (
        <div className="open-form-thanks">
          <p role="status">{t('outside.thanks', { number: sent })}</p>
          <button
            type="button"
            className="plain-button"
            onClick={() => {
              setSent(undefined)
              setForm(undefined)
              setRound(round + 1)
            }}
          >
            {t('outside.another')}
          </button>
        </div>
      )}
    </EntryPage>
  )
}

interface WrittenProps {
  readonly token: string
  readonly form: OpenedForm
  readonly onSent: (entryNumber: number) => void
}

function Written({ token, form, onSent }: WrittenProps) {
  const t = useT()
  const language = useLanguage()
  const captcha = useCaptcha()
  const uploads = useUploads()
  const [data, setData] = useState<EntryData>({})
  const [faults, setFaults] = useState<readonly EntryFault[]>([])
  const [attempts, setAttempts] = useState(0)
  const [failure, setFailure] = useState('')
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const sources = useMemo(() => outsideSources(token, form), [token, form])
  const mayWrite = useMemo(() => {
    const ids = new Set(form.writable)
    return ({ id }: { id: string }) => ids.has(id)
  }, [form])

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    if (uploads.isUnderWay()) return toast.warning(t('upload.wait'))
    const ready = readyToSend(form.definition, data, { now: Date.now(), zone: form.zone, mayWrite })
    if (ready.faults.length > 0) return setAttempts(attempts + 1)
    if (!captcha.ready) return setWrong(t('check.required', { field: t('captcha.label') }))
    setBusy(true)
    setFailure('')
    setWrong('')
    try {
      const { entryNumber } = await ask(
        submitFormLink,
        { token, formVersion: form.formVersion, data: ready.data, ...captcha.sent },
        { quiet: true },
      )
      onSent(entryNumber)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const found = faultsOfAnswer(error.errors)
      setFaults(found)
      if (found.length > 0) setAttempts(attempts + 1)
      const ofCaptcha = error.errors.find(({ field }) => field === 'charCaptcha' || field === 'key')
      if (ofCaptcha) setWrong(ofCaptcha.message)
      else setFailure(error.message)
      // An image is good for one call.
      captcha.renew()
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="open-form" noValidate onSubmit={(event) => void send(event)}>
      <UploadsOf value={uploads}>
        <FormView
          definition={form.definition}
          data={data}
          onChange={setData}
          language={language}
          zone={form.zone}
          mayWrite={mayWrite}
          faults={faults}
          showsAllFaults={attempts > 0}
          attempts={attempts}
          sources={sources}
        />
      </UploadsOf>
      <Captcha {...captcha.shown} error={wrong} />
      <div className="sign-in-failure" role="alert">
        {failure && <p>{failure}</p>}
      </div>
      <button type="submit" className="main-button sign-in-button" disabled={busy} aria-busy={busy}>
        {t('outside.send')}
      </button>
    </form>
  )
}
