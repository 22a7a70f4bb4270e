import * as contract from '../../../../model/contract/account/captcha.ts'
import { compareCaptcha, issueCaptcha, keyForBrowser, neededKeyOf } from '../../../identity/index.ts'
import { Download } from '../../../kernel/http/download.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'

const PNG = 'image/png'

export const captchaFeature: Feature = {
  tag: 'captcha',
  routes: [
    implement(contract.generateImageCaptcha, {
      access: 'public',
      summary:
        "An image with characters to copy, under a key of the caller's own making, or else under one that the browser keeps in a cookie",
      file: PNG,
      handle: async (call) =>
        new Download({
          name: 'captcha.png',
          type: PNG,
          bytes: await issueCaptcha(call.services.transactions, call.input.key ?? keyForBrowser(call)),
        }),
    }),
    implement(contract.compareCaptcha, {
      access: 'public',
      space: 'essential',
      summary: 'Whether the characters of an image were copied rightly; a right one stays good for the call it is for',
      async handle(call) {
        await compareCaptcha(
          call.services.transactions,
          { key: neededKeyOf(call, call.input.key), text: call.input.charCaptcha },
          call.request.ip,
        )
        return null
      },
    }),
  ],
}
