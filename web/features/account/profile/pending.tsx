/** New addresses and numbers that wait for the code that was sent there. */
import { Button, Form, Input } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PendingContact } from '../../../../model/contract/account/profile.ts'
import { confirmContact, queryPendingContact } from '../../../../model/contract/account/profile.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { followSession } from '../../../kernel/session/session-store.ts'
import { toast } from '../../../ui/toast.ts'
import { named } from '../../../ui/named.ts'

const PENDING = ['account', 'pending-contacts']

/** The changed contacts that wait to be verified; `again` asks anew and gives them. */
export function usePending() {
  const client = useQueryClient()
  const asked = { queryKey: PENDING, queryFn: () => ask(queryPendingContact, {}) }
  const { data = [] } = useQuery(asked)
  return { pending: data, again: () => client.fetchQuery(asked) }
}

export function PendingContacts({ pending, onDone }: { pending: readonly PendingContact[]; onDone: () => Promise<unknown> }) {
  return pending.map((one) => <Confirm key={`${one.contact} ${one.address}`} {...one} onDone={onDone} />)
}

function Confirm({ contact, address, onDone }: PendingContact & { readonly onDone: () => Promise<unknown> }) {
  const t = useT()
  const [form] = Form.useForm<{ otp: string }>()
  const [busy, setBusy] = useState(false)
  const what = t(`field.users.${contact}`)

  async function confirm({ otp }: { otp: string }): Promise<void> {
    setBusy(true)
    try {
      await ask(confirmContact, { contact, otp }, { quiet: true })
      await followSession()
      await onDone()
      toast.success(t('profile.pending-done', { what }))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      form.setFields([{ name: 'otp', errors: [failure.message] }])
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="profile-card" aria-label={named(what, t('profile.pending-code'))}>
      <p>{t('profile.pending', { what, address })}</p>
      <Form form={form} layout="inline" requiredMark={false} onFinish={(values) => void confirm(values)}>
        <Form.Item
          name="otp"
          label={t('profile.pending-code')}
          rules={[{ required: true, whitespace: true, message: t('check.required', { field: t('profile.pending-code') }) }]}
        >
          <Input autoComplete="one-time-code" inputMode="numeric" maxLength={12} />
        </Form.Item>
        <Button htmlType="submit" loading={busy}>
          {t('factor.confirm')}
        </Button>
      </Form>
    </section>
  )
}
