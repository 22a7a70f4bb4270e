import type { FormEvent } from 'react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { LinkOwner } from '../../../../model/contract/account/recovery.ts'
import { queryPasswordLink, resetForgottenPassword } from '../../../../model/contract/account/recovery.ts'
import { hashPassword } from '../../../kernel/session/account.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { keepTenant } from '../../../shared/entry/last-tenant.ts'
import { TextField } from '../../../shared/entry/text-field.tsx'
import { needed, useEntryForm } from '../../../shared/entry/use-entry-form.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { wordsOfPolicy, wrongWithPassword } from '../../../kernel/session/password-policy.ts'
import { dropToken } from '../../../kernel/http/token.ts'

type State = { at: 'asking' } | { at: 'choosing'; owner: LinkOwner } | { at: 'failed'; message: string } | { at: 'done' }

export function NewPassword({ token }: { token: string }) {
  const t = useT()
  const [state, setState] = useState<State>({ at: 'asking' })

  useEffect(() => {
    ask(queryPasswordLink, { token }, { quiet: true }).then(
      (owner) => setState({ at: 'choosing', owner }),
      (error: unknown) => setState({ at: 'failed', message: error instanceof ApiError ? error.message : t('failure.unknown') }),
    )
    // eslint-disable-next-line react-hooks/exhaustive-deps -- asked once a link: another language changes nothing about it
  }, [token])

  return (
    <>
      {state.at === 'asking' && <p role="status">{t('common.loading')}</p>}
      {state.at === 'failed' && (
        <>
          <div className="sign-in-failure" role="alert">
            <p>{state.message}</p>
          </div>
          <p>
            <Link className="main-button" to="/forgotpassword">
              {t('forgot.again')}
            </Link>
          </p>
        </>
      )}
      {state.at === 'choosing' && <ChoiceForm owner={state.owner} token={token} onDone={() => setState({ at: 'done' })} />}
      {state.at === 'done' && (
        <p className="sign-in-done" role="status">
          {t('forgot.done')}
        </p>
      )}
      <p className="sign-in-links">
        <Link to="/login">{t('entry.back')}</Link>
      </p>
    </>
  )
}

type FieldName = 'newPassword' | 'confirmPassword'

function ChoiceForm({ owner, token, onDone }: { owner: LinkOwner; token: string; onDone: () => void }) {
  const t = useT()
  const { form, values, busy, failure, field, send } = useEntryForm<FieldName>({ newPassword: '', confirmPassword: '' }, check)

  function check(name: FieldName, given: Readonly<Record<FieldName, string>>): string | undefined {
    if (name === 'newPassword')
      return needed(given.newPassword, t('forgot.new'), t) ?? wrongWithPassword(given.newPassword, t('forgot.new'), owner.password, t)
    return given.confirmPassword === given.newPassword
      ? needed(given.confirmPassword, t('forgot.confirm'), t)
      : t('navbar.password-notsame')
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    void send(['newPassword', 'confirmPassword'], async () => {
      await ask(resetForgottenPassword, { token, newPassword: hashPassword(values.newPassword) }, { quiet: true })
      // A session that was open here has ended with the others.
      dropToken()
      keepTenant(owner.tenantCode)
      onDone()
    })
  }

  return (
    <form ref={form} className="sign-in-form" noValidate onSubmit={submit}>
      <p className="sign-in-lead">{t('forgot.for', { username: owner.username, tenant: owner.tenantName })}</p>
      <div className="sign-in-failure" role="alert">
        {failure && <p>{failure}</p>}
      </div>
      <input type="text" name="username" autoComplete="username" value={owner.username} readOnly hidden />
      <TextField
        {...field('newPassword')}
        label={t('forgot.new')}
        autoComplete="new-password"
        secret
        maxLength={31}
        help={wordsOfPolicy(owner.password, t)}
      />
      <TextField {...field('confirmPassword')} label={t('forgot.confirm')} autoComplete="new-password" secret maxLength={31} />
      <button type="submit" className="main-button sign-in-button" disabled={busy} aria-busy={busy}>
        {t('forgot.save')}
      </button>
    </form>
  )
}
