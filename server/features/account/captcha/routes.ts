import { z } from 'zod'
import { captchaKey, captchaText, compareCaptcha, issueCaptcha } from '../../../kernel/captcha/captchas.ts'
import { Download } from '../../../kernel/download.ts'
import type { Feature } from '../../../kernel/http.ts'
import { route } from '../../../kernel/http.ts'

const PNG = 'image/png'

export const captchaFeature: Feature = {
  tag: 'captcha',
  routes: [
    route({
      method: 'GET',
      path: '/account/captcha/generateImageCaptcha',
      access: 'public',
      summary: 'An image with characters to copy, under a key of the caller\'s own making',
      input: z.object({ key: captchaKey }),
      file: PNG,
      handle: async ({ input, services }) => new Download({ name: 'captcha.png', type: PNG, bytes: await issueCaptcha(services.doors, input.key) }),
    }),
    route({
      method: 'POST',
      path: '/account/sysuserdetail/compareCaptcha',
      access: 'public',
      summary: 'Whether the characters of an image were copied rightly; a right one stays good for the call it is for',
      input: z.object({ charCaptcha: captchaText.optional(), key: captchaKey }),
      async handle({ input: { charCaptcha, key }, request, services }) {
        await compareCaptcha(services.doors, { key, text: charCaptcha }, request.ip)
        return null
      },
    }),
  ],
}
