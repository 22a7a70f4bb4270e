/** What the code on a report leads to, for somebody without an account: whether it holds, and whether a file is one of it. */
import type { ChangeEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { useParams } from 'react-router'
import type { VerifiedReport } from '../../../../model/contract/report/issued-reports.ts'
import { verifyReport } from '../../../../model/contract/report/issued-reports.ts'
import { secondText } from '../../../../model/zone.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { EntryPage } from '../../../shared/entry/entry-page.tsx'
import './verify.css'

/** Bytes: a browser computes the checksum of a file in its memory. */
const MAX_FILE = 256 * 1024 * 1024

type Checked = 'computing' | 'same' | 'differs' | 'too-large' | 'unreadable' | 'no-digest'

export function VerifyPage() {
  const { token = '' } = useParams()
  return <Verified key={token} token={token} />
}

function Verified({ token }: { token: string }) {
  const t = useT()
  const [report, setReport] = useState<VerifiedReport>()
  const [failure, setFailure] = useState<ApiError>()

  useEffect(() => {
    let shown = true
    ask(verifyReport, { token }, { quiet: true }).then(
      (found) => {
        if (shown) setReport(found)
      },
      (error: unknown) => {
        if (shown && error instanceof ApiError) setFailure(error)
      },
    )
    return () => {
      shown = false
    }
  }, [token])

  return (
    <EntryPage title={t('verify.title')} plain>
      {failure && (
        <p className="verify-failed" role="alert">
          {failure.status === 404 || failure.status === 422 ? t('verify.gone') : failure.message}
        </p>
      )}
      {!report && !failure && <p role="status">{t('common.loading')}</p>}
      {report && <Report report={report} />}
    </EntryPage>
  )
}

function Report({ report }: { report: VerifiedReport }) {
  const t = useT()
  const timeOf = (moment: number) => `${secondText(report.zone, moment)} (${report.zone})`
  const statement = {
    valid: t('verify.valid'),
    revised: t('verify.revised', { number: report.revisedBy ?? '' }),
    withdrawn: t('verify.withdrawn', { at: timeOf(report.withdrawnAt ?? 0) }),
  }[report.reportState]
  const facts = [
    [t('field.issued-reports.reportNumber'), report.reportNumber],
    [t('field.issued-reports.reportTitle'), report.reportTitle],
    [t('issued.tenant'), report.tenant],
    [t('issued.issued-at'), timeOf(report.issuedAt)],
  ] as const
  return (
    <>
      <p className={`verify-state ${report.reportState}`} role="status">
        {statement}
      </p>
      <dl className="verify-facts">
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <FileCheck files={report.files} />
    </>
  )
}

function FileCheck({ files }: Pick<VerifiedReport, 'files'>) {
  const t = useT()
  const id = useId()
  const [checked, setChecked] = useState<Checked>()
  const [name, setName] = useState('')
  const chosen = useRef<File>(null)

  async function check({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = target.files?.[0]
    // Browsers tell of a file that is chosen once more only where none is chosen.
    target.value = ''
    if (!file) return
    chosen.current = file
    setName(file.name)
    // Browsers compute checksums on pages that nobody can have changed on their way.
    if (!window.isSecureContext) return setChecked('no-digest')
    if (file.size > MAX_FILE) return setChecked('too-large')
    setChecked('computing')
    const sum = await checksumOf(file)
    // Another one was chosen meanwhile.
    if (chosen.current !== file) return
    setChecked(sum === undefined ? 'unreadable' : files.some(({ sha256 }) => sha256 === sum) ? 'same' : 'differs')
  }

  return (
    <section className="verify-file" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('verify.file')}</h2>
      <p id={`${id}-about`}>{t('verify.file-about')}</p>
      <label className="plain-button verify-choose">
        {t('verify.choose')}
        <input
          type="file"
          className="visually-hidden"
          accept=".pdf,.xlsx"
          aria-describedby={`${id}-about`}
          onChange={(event) => void check(event)}
        />
      </label>
      {name !== '' && <p className="verify-name">{name}</p>}
      <p role="status" className={checked === 'same' ? 'verify-same' : checked === 'computing' ? undefined : 'verify-failed'}>
        {checked ? t(`verify.${checked}`) : ''}
      </p>
    </section>
  )
}

/** The checksum in hexadecimal; undefined where the file cannot be read: it was moved or changed since, or there is no memory for it. */
async function checksumOf(file: File): Promise<string | undefined> {
  try {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
    return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    return undefined
  }
}
