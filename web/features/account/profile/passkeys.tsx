import { Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Passkey, SecondFactors } from '../../../../model/contract/account/second-factors.ts'
import {
  canUsePasskeys,
  keepPasskey,
  passkeyOptions,
  removePasskey,
  renamePasskey,
  succeeded,
} from '../../../kernel/session/second-factors.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'

interface PasskeysProps {
  readonly factors: SecondFactors
  readonly confirmed: () => Promise<boolean>
  /** @param recoveryCodes Those that came along with the first factor. */
  readonly onChanged: (recoveryCodes: readonly string[]) => void
}

/** A new passkey to name, or one that is to be called otherwise. */
type Naming = 'new' | Passkey

export function Passkeys({ factors, confirmed, onChanged }: PasskeysProps) {
  const t = useT()
  const [naming, setNaming] = useState<Naming>()
  const [busy, setBusy] = useState(false)
  const [form] = Form.useForm<{ name: string }>()
  const { passkeys } = factors
  const usable = canUsePasskeys(factors)

  async function named(name: string): Promise<void> {
    setBusy(true)
    if (naming === 'new') await add(name)
    else if (naming && (await succeeded(renamePasskey(naming.id, name)))) {
      setNaming(undefined)
      toast.success(t('factor.passkey-renamed'))
      onChanged([])
    }
    setBusy(false)
  }

  async function add(name: string): Promise<void> {
    await succeeded(
      (async () => {
        const options = await passkeyOptions()
        const { makePasskey } = await import('../../../kernel/session/passkeys.ts')
        const credential = await makePasskey(options)
        if (credential === undefined) return toast.warning(t('factor.passkey-refused'))
        const { recoveryCodes } = await keepPasskey(name, credential)
        setNaming(undefined)
        toast.success(t('factor.passkey-added'))
        onChanged(recoveryCodes)
      })(),
    )
  }

  async function remove({ id, name }: Passkey): Promise<void> {
    if (
      !(await confirm({
        title: t('factor.passkey-remove'),
        text: t('factor.passkey-remove-ask', { name }),
        ok: t('factor.passkey-remove'),
        cancel: t('common.cancel'),
        danger: true,
      }))
    )
      return
    if (!(await confirmed()) || !(await succeeded(removePasskey(id)))) return
    toast.success(t('factor.removed'))
    onChanged([])
  }

  if (!factors.passkeysAllowed && passkeys.length === 0) return null
  return (
    <section className="profile-card" aria-labelledby="factor-passkeys">
      <div className="profile-head">
        <h2 id="factor-passkeys">{t('factor.passkeys')}</h2>
        {usable && (
          <Button
            type="primary"
            onClick={() =>
              void confirmed().then((yes) => {
                if (yes) setNaming('new')
              })
            }
          >
            {t('factor.passkey-add')}
          </Button>
        )}
      </div>
      <p className="profile-note">
        {t('factor.passkeys-explained')} {!usable && factors.passkeysAllowed && elsewhere(factors, t)}
      </p>
      <ul className="profile-list" aria-label={t('factor.passkeys')}>
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <div>
              <p className="profile-name">{passkey.name}</p>
              <p className="profile-note">
                {t('factor.passkey-made', { time: passkey.createTime })},{' '}
                {passkey.lastUsedTime ? t('factor.passkey-used', { time: passkey.lastUsedTime }) : t('factor.passkey-unused')}
              </p>
            </div>
            <div className="profile-buttons">
              <Button aria-label={t('factor.passkey-rename-of', { name: passkey.name })} onClick={() => setNaming(passkey)}>
                {t('factor.passkey-rename')}
              </Button>
              <Button danger aria-label={t('factor.passkey-remove-of', { name: passkey.name })} onClick={() => void remove(passkey)}>
                {t('factor.passkey-remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Modal
        open={naming !== undefined}
        title={t(naming === 'new' ? 'factor.passkey-add' : 'factor.passkey-rename')}
        okText={t(naming === 'new' ? 'factor.passkey-add' : 'common.save')}
        cancelText={t('common.cancel')}
        width={420}
        confirmLoading={busy}
        destroyOnHidden
        mask={{ closable: false }}
        onOk={() => form.submit()}
        onCancel={() => setNaming(undefined)}
      >
        <Form
          form={form}
          layout="vertical"
          preserve={false}
          requiredMark={false}
          initialValues={{ name: naming === undefined || naming === 'new' ? '' : naming.name }}
          onFinish={({ name }) => void named(name.trim())}
        >
          <Form.Item
            name="name"
            label={t('factor.passkey-name')}
            extra={t('factor.passkey-name-hint')}
            rules={[{ required: true, whitespace: true, message: t('check.required', { field: t('factor.passkey-name') }) }]}
          >
            <Input maxLength={64} autoFocus onPressEnter={() => form.submit()} />
          </Form.Item>
        </Form>
      </Modal>
    </section>
  )
}

function elsewhere({ passkeyOrigin }: SecondFactors, t: ReturnType<typeof useT>): string {
  return passkeyOrigin === null || passkeyOrigin === location.origin
    ? t('factor.passkeys-nowhere')
    : t('factor.passkeys-elsewhere', { origin: passkeyOrigin })
}
