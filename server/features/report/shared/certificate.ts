/** What the last page of an issued report says, in the language of whoever issued it. */
import type { Translate } from '../../../../model/labels/index.ts'
import { SIGNATURE_SLOTS } from '../../../../model/reports/issued.ts'
import type { SignatureSlot } from '../../../../model/reports/issued.ts'
import { secondText } from '../../../../model/zone.ts'
import type { BoxPage, Measure } from '../../../documents/index.ts'
import type { Certificate, FrozenHead } from '../../../reports/index.ts'
import { certificatePage, withFoot } from '../../../reports/index.ts'

export interface CertificateOf {
  readonly number: string
  readonly name: string
  readonly period: string
  readonly tenant: string
  readonly issuedBy: string
  /** Milliseconds since 1970, and the zone of the tenant (IANA) by whose clock it is told. */
  readonly issuedAt: number
  readonly zone: string
  /** Where it is verified. */
  readonly address: string
  /** What it was made with, in the words of its issuer; absent where nothing was, and of what was issued before there were any. */
  readonly parameters?: readonly (readonly [name: string, text: string])[]
}

export interface Signed {
  readonly slot: SignatureSlot
  readonly name: string
  readonly at: number
  readonly proof: 'password' | 'code' | 'passkey'
}

/** What stands before the frozen pages of an issued report. */
export interface IssuedHead extends FrozenHead {
  readonly about: CertificateOf
  /** Of its pages, below. */
  readonly margin: number
  /** Fields that its issuer did not have. */
  readonly omitted: number
}

/** The last page of an issued report, with the signatures there are. */
export function lastPage(t: Translate, head: IssuedHead, signatures: readonly Signed[], measure: Measure): BoxPage {
  return footed(t, head, certificatePage(head, certificateOf(t, head.about, signatures), measure), measure)
}

const footed = (t: Translate, { about, margin }: Pick<IssuedHead, 'about' | 'margin'>, page: BoxPage, measure: Measure): BoxPage =>
  withFoot(page, footOf(t, about), margin, measure)

/** What stands at the foot of each page: the number of its report. */
export const footOf = (t: Translate, { number }: Pick<CertificateOf, 'number'>): string => t('issued.foot', { number })

/** What the last page says. */
export function certificateOf(t: Translate, of: CertificateOf, signatures: readonly Signed[]): Certificate {
  const { zone, parameters = [] } = of
  return {
    title: t('issued.certificate'),
    facts: [
      [t('field.issued-reports.reportNumber'), of.number],
      [t('field.issued-reports.reportTitle'), of.name],
      [t('field.issued-reports.periodName'), of.period],
      [t('issued.tenant'), of.tenant],
      [t('field.issued-reports.issuedBy'), of.issuedBy],
      [t('issued.issued-at'), `${secondText(zone, of.issuedAt)} (${zone})`],
    ],
    parameters: {
      all: parameters,
      more: parameters.map((_, shown) => t('issued.more-parameters', { count: parameters.length - shown })),
    },
    code: of.address,
    about: t('issued.verify-about', { address: of.address }),
    signatures: [
      [t('issued.slot'), t('issued.signer'), t('issued.signed-at'), t('issued.proof')],
      ...SIGNATURE_SLOTS.map((slot) => {
        const signed = signatures.find((each) => each.slot === slot)
        const words = signed ? [signed.name, secondText(zone, signed.at), t(`signature.by-${signed.proof}`)] : ['', '', '']
        return [t(`issued.slot-${slot}`), ...words]
      }),
    ],
    note: t('issued.signature-note'),
  }
}
