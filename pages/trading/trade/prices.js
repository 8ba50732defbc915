// Subscribes to prices, and connects again if the connection ends.
let wait = 20
function connect() {
  const socket = new WebSocket('ws://quotes.test/prices', ['prices.v1'])
  socket.onopen = () => {
    wait = 20
    postMessage({ state: 'Live' })
    socket.send(JSON.stringify({ type: 'subscribe', symbol: 'TEA' }))
  }
  socket.onmessage = ({ data }) => postMessage(JSON.parse(data))
  socket.onclose = ({ code, reason }) => {
    if (code === 4004) return postMessage({ state: 'Closed: ' + reason })
    postMessage({ state: 'Connecting again…' })
    setTimeout(connect, wait)
    wait = Math.min(wait * 2, 1000)
  }
}
connect()
