import { Button, Cascader, Form, Input } from 'antd'
import { useState } from 'react'
import { updateSysUserDetail } from '../../../../model/contract/account/profile.ts'
import { users } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { checkField } from '../../../kernel/resource/form-checks.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { followSession, useSession, useSessionStore } from '../../../kernel/session/session-store.ts'
import { usePlaces } from '../../../shared/people/places.ts'
import { toast } from '../../../ui/toast.ts'
import { UploadsOf, useUploads } from '../../../ui/uploads.ts'
import { PendingContacts, usePending } from './pending.tsx'
import { Picture } from './picture.tsx'
import { useConfirmation } from './use-confirmation.tsx'
import { useClearing } from '../../../ui/clearing.tsx'

interface Values {
  readonly nickname: string
  readonly email: string
  readonly prefix: string
  readonly mobile: string
  readonly phone: string
  readonly place?: readonly string[]
  readonly address: string
  readonly profile: string
}

/** Changing one of these is like changing the password: a forgotten one is found again with them. */
const waysIn = ['email', 'prefix', 'mobile'] as const

export function Details() {
  const t = useT()
  const clearing = useClearing()
  const { user } = useSession()
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const places = usePlaces()
  const { confirmed, dialog } = useConfirmation()
  const uploads = useUploads()
  const { pending, again } = usePending()

  const chosen = [user.geographic.province.key, user.geographic.city.key].filter((code) => code !== '')
  const initial: Values = {
    nickname: user.nickname,
    email: user.email,
    prefix: user.prefix,
    mobile: user.mobile,
    phone: user.phone,
    place: chosen,
    address: user.address,
    profile: user.profile,
  }

  async function save({ place = [], ...values }: Values): Promise<void> {
    if (uploads.isUnderWay()) return toast.warning(t('upload.wait'))
    const [provinceRegionCode = '', cityRegionCode = ''] = place
    if (waysIn.some((name) => values[name] !== initial[name]) && !(await confirmed())) return
    setBusy(true)
    try {
      await ask(updateSysUserDetail, { ...values, provinceRegionCode, cityRegionCode })
      await followSession()
      const waiting = await again()
      // Those that wait are not one's own yet.
      form.setFieldsValue(
        Object.fromEntries(
          waiting
            .flatMap(({ contact }) => (contact === 'email' ? (['email'] as const) : (['prefix', 'mobile'] as const)))
            .map((name) => [name, initial[name]]),
        ),
      )
      toast.success(
        t(waiting.length > 0 && waysIn.some((name) => values[name] !== initial[name]) ? 'profile.pending-sent' : 'profile.saved'),
      )
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      form.setFields(
        failure.errors
          .filter(({ field }) => field in values)
          .map(({ field, message }) => ({ name: field as keyof Values, errors: [message] })),
      )
    } finally {
      setBusy(false)
    }
  }

  /** What was confirmed is shown in its field. */
  async function done(): Promise<void> {
    await again()
    const { email, prefix, mobile } = useSessionStore.getState().session?.user ?? {}
    form.setFieldsValue({ email: email ?? '', prefix: prefix ?? '', mobile: mobile ?? '' })
  }

  const field = (name: Exclude<keyof Values, 'place'>, required = false) => ({
    name,
    label: t(name === 'profile' ? 'profile.introduction' : `field.users.${name}`),
    required,
    validateFirst: true,
    dependencies: name === 'mobile' ? ['prefix'] : [],
    rules: [
      ({ getFieldsValue }: { getFieldsValue: () => object }) => ({
        validator: (_: unknown, value: unknown) => {
          const message = checkField(users, name, { ...getFieldsValue(), [name]: value }, t)
          return message ? Promise.reject(new Error(message)) : Promise.resolve()
        },
      }),
    ],
  })

  return (
    <div className="profile-details">
      <section className="profile-card profile-side" aria-label={t('profile.facts')}>
        <UploadsOf value={uploads}>
          <Picture />
        </UploadsOf>
        <dl>
          {(
            [
              ['field.users.username', user.username],
              ['profile.tenant', `${user.tenantName} (${user.tenantCode})`],
              ['profile.organisation', user.orgName],
              ['profile.roles', user.roleNames.join(t('common.between'))],
            ] as const
          )
            .filter(([, value]) => value !== '')
            .map(([label, value]) => (
              <div key={label}>
                <dt>{t(label)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
      </section>
      <div className="profile-main">
        <PendingContacts pending={pending} onDone={done} />
        <section className="profile-card">
          <Form form={form} layout="vertical" initialValues={initial} onFinish={(values) => void save(values)} className="profile-form">
            <Form.Item {...field('nickname', true)}>
              <Input maxLength={64} autoComplete="nickname" />
            </Form.Item>
            <Form.Item {...field('email', true)}>
              <Input maxLength={128} autoComplete="email" inputMode="email" />
            </Form.Item>
            <div className="profile-mobile">
              <Form.Item {...field('prefix', true)}>
                <Input maxLength={5} prefix="+" autoComplete="tel-country-code" inputMode="numeric" />
              </Form.Item>
              <Form.Item {...field('mobile', true)}>
                <Input maxLength={15} autoComplete="tel-national" inputMode="tel" />
              </Form.Item>
            </div>
            <Form.Item {...field('phone')}>
              <Input maxLength={20} autoComplete="tel" />
            </Form.Item>
            <Form.Item name="place" label={t('profile.place')}>
              <Cascader
                options={places}
                changeOnSelect
                allowClear={clearing}
                placeholder={t('profile.place-none')}
                notFoundContent={t('profile.no-places')}
                showSearch
              />
            </Form.Item>
            <Form.Item {...field('address')}>
              <Input maxLength={40} autoComplete="street-address" />
            </Form.Item>
            <Form.Item {...field('profile')} className="whole-row">
              <Input.TextArea maxLength={256} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
            </Form.Item>
            <p className="profile-note whole-row">{t('profile.sign-in-again')}</p>
            <Button type="primary" htmlType="submit" loading={busy}>
              {t('common.save')}
            </Button>
          </Form>
        </section>
      </div>
      {dialog}
    </div>
  )
}
