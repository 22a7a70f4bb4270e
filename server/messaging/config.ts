/** What mail and SMS leave by, as the environment says: an SMTP server, and whatever HTTP gateway the operator has. */
import { z } from 'zod'
import { flag, variableGroup } from '../kernel/config.ts'

export interface MailPort {
  /** `smtp://user:password@host:587`, or `smtps:` for TLS from the first byte. */
  readonly url: string
  readonly from: string
}

export interface SmsPort {
  /** Here and in the body `{{to}}`, `{{prefix}}`, `{{mobile}}`, `{{text}}`, `{{code}}`, `{{tenant}}` and `{{language}}` are filled in. */
  readonly url: string
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Text that an answer has when the gateway took the message; many say no with status 200. */
  readonly expect: string | undefined
}

/** What sends mail and SMS; without one, messages are kept in the outbox. */
export interface MessagingConfig {
  mail: MailPort | undefined
  sms: SmsPort | undefined
  /** Whether the operator's outbox shows the codes and links that nothing is configured to send. They open accounts of all tenants. */
  outboxSecrets: boolean
}

const headers = z.string().transform((text, context): Record<string, string> => {
  const parsed = z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[^\r\n]*$/)).safeParse(parsedJson(text))
  if (!parsed.success) context.addIssue({ code: 'custom' })
  return parsed.data ?? {}
})

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const messagingVariables = variableGroup({
  variables: {
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    MAIL_FROM: z
      .string()
      .min(3)
      .max(256)
      .regex(/^[^\r\n]*@[^\r\n]*$/)
      .optional(),
    SMS_URL: z
      .string()
      .regex(/^https?:\/\/[^\s/]/)
      .optional(),
    SMS_METHOD: z.enum(['GET', 'POST', 'PUT']).default('POST'),
    SMS_HEADERS: headers.optional(),
    SMS_BODY: z.string().max(4000).default('{"to":"{{to}}","text":"{{text}}"}'),
    SMS_EXPECT: z.string().max(200).optional(),
    OUTBOX_SECRETS: flag.optional(),
  },
  rules: {
    SMTP_URL: 'must be an address like smtp://user:password@mail.example.com:587',
    MAIL_FROM: 'must be an address like Outstation <no-reply@example.com>',
    SMS_URL: 'must be an address beginning http:// or https://',
    SMS_METHOD: 'must be GET, POST or PUT',
    SMS_HEADERS: 'must be a JSON object of header names and values',
    SMS_BODY: 'must be a text of 4000 characters at most',
    SMS_EXPECT: 'must be a text of 200 characters at most',
    OUTBOX_SECRETS: 'must be on or off',
  },
  read: (given, { demo, publicUrl }): MessagingConfig => ({
    mail:
      given.SMTP_URL === undefined
        ? undefined
        : { url: given.SMTP_URL, from: given.MAIL_FROM ?? `Outstation <no-reply@${new URL(publicUrl).hostname}>` },
    sms:
      given.SMS_URL === undefined
        ? undefined
        : {
            url: given.SMS_URL,
            method: given.SMS_METHOD,
            body: given.SMS_BODY,
            expect: given.SMS_EXPECT,
            headers: given.SMS_HEADERS ?? { 'content-type': 'application/json' },
          },
    outboxSecrets: given.OUTBOX_SECRETS ?? demo,
  }),
})
