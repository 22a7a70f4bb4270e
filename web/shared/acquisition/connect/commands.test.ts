import { expect, test } from 'vitest'
import type { Connecting } from './commands.ts'
import { curlLine, examplePayload, modbusLine, mosquittoLine, quoted } from './commands.ts'

const device: Connecting = {
  userName: '10001/UX-01',
  topic: 'd/UX-01',
  mqtt: { host: null, port: 1883, tls: false },
  points: ['flow', 'level'],
  origin: 'https://iot.example.com:8443',
  path: '/api/acquisition/push',
  secret: "s'1",
}

test('an example has the first points of the device', () => {
  expect([examplePayload(['flow', 'level', 'more']), examplePayload([])]).toEqual(['{"flow":21.5,"level":1}', '{"temperature":21.5}'])
})

test('a line for MQTT names broker, port, user, secret, topic and payload, quoted for a shell', () => {
  expect(mosquittoLine(device)).toBe(
    String.raw`mosquitto_pub -h iot.example.com -p 1883 -u '10001/UX-01' -P 's'\''1' -q 1 -t 'd/UX-01' -m '{"flow":21.5,"level":1}'`,
  )
  expect(mosquittoLine({ ...device, mqtt: { host: null, port: 8883, tls: true } })).toContain('-p 8883 --capath /etc/ssl/certs')
  expect(mosquittoLine({ ...device, mqtt: { host: 'mqtt.example.com', port: 443, tls: true } })).toContain(
    '-h mqtt.example.com -p 443 --capath',
  )
  expect(mosquittoLine({ ...device, mqtt: null })).toBeUndefined()
  expect(mosquittoLine({ ...device, origin: 'http://[::1]:8080' })).toContain('-h ::1 ')
})

test('a line for HTTP; a secret that is not known any more is a word', () => {
  expect(curlLine({ ...device, secret: undefined })).toBe(
    `curl -u '10001/UX-01:SECRET' -H 'Content-Type: application/json' -d '{"flow":21.5,"level":1}' 'https://iot.example.com:8443/api/acquisition/push'`,
  )
})

test('a line for Modbus', () => {
  expect(modbusLine({ host: '10.0.0.5', port: 502, unit: 3 })).toBe("mbpoll -m tcp -p 502 -a 3 -0 -r 0 -c 1 -1 '10.0.0.5'")
  expect(quoted("a'; rm -rf")).toBe(String.raw`'a'\''; rm -rf'`)
})
