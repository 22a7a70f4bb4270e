/** Verifies the chain of one's own tenant part by part, so that even a long one shows how far it is. */
import { Alert, Modal, Progress } from 'antd'
import { useEffect, useState } from 'react'
import type { VerifiedPart } from '../../../../model/contract/admin/logs.ts'
import { verifyLog } from '../../../../model/contract/admin/logs.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'

export default function VerifyLog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [state, setState] = useState<VerifiedPart>()
  const [failure, setFailure] = useState<string>()

  useEffect(() => {
    const stopped = new AbortController()
    void verify(stopped.signal, setState).catch((error: unknown) => {
      if (error instanceof ApiError) setFailure(error.message)
      else if (!stopped.signal.aborted) throw error
    })
    return () => stopped.abort()
  }, [])

  const total = Math.max(state?.total ?? 0, Number(state?.position ?? 0))
  const percent = state?.done ? 100 : Math.floor((Number(state?.position ?? 0) / Math.max(1, total)) * 100)
  return (
    <Modal open title={t('chain.title')} onCancel={onClose} footer={null} width={560}>
      <p>{t('chain.explain')}</p>
      <Progress percent={percent} status={state?.broken ? 'exception' : state?.done ? 'success' : 'active'} aria-label={t('chain.title')} />
      <p className="log-quiet" role="status">
        {t('chain.progress', { checked: state?.position ?? 0, total })}
      </p>
      {failure && <Alert type="error" title={failure} />}
      {state?.done && <Verdict {...state} />}
    </Modal>
  )
}

async function verify(signal: AbortSignal, show: (state: VerifiedPart) => void): Promise<void> {
  for (let place: { after: string; row?: string } = { after: '0' }; !signal.aborted;) {
    const state = await ask(verifyLog, place, { signal, quiet: true })
    show(state)
    if (state.done) return
    place = { after: state.position, ...(state.row === undefined ? {} : { row: state.row }) }
  }
}

function Verdict({ broken, total, waiting, position, hash }: VerifiedPart) {
  const t = useT()
  if (broken) {
    const key = `${broken.record ?? ''}${broken.name ? ` (${broken.name})` : ''}`
    const record = broken.source ? t(`chain.record.${broken.source}`, { key }) : ''
    return (
      <div className="chain-result broken" role="alert">
        <p>
          <strong>{t('chain.broken', { position: broken.position })}</strong>
        </p>
        <p>{t(`chain.broken.${broken.kind}`, { record })}</p>
      </div>
    )
  }
  return (
    <>
      <div className="chain-result" role="status">
        <p>
          {t('chain.sound', { total })} {waiting > 0 && t('chain.waiting', { count: waiting })}
        </p>
      </div>
      {total > 0 && (
        <p className="log-quiet" style={{ marginTop: 12 }}>
          <span className="chain-head">
            {position}:{hash}
          </span>
          <br />
          {t('chain.keep')}
        </p>
      )}
    </>
  )
}
