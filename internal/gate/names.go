package gate

import (
	"errors"
	"net"
	"net/netip"
	"strings"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"handrail/internal/lazy"
)

// namesKept is how many names one room's resolver gives an address to: each has
// sockets of its own.
const namesKept = 256

// ServeNames answers as the room's resolver on c, until the gate is closed. A
// name that may be reached gets an address of the room's own loopback network,
// behind which the gate listens. Every other name is not there, and noted.
func (g *Gate) ServeNames(c net.PacketConn) {
	if !g.keep(c) {
		return
	}
	g.start(func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := c.ReadFrom(buf)
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err != nil && !g.pause() {
				return
			}
			if err != nil {
				continue
			}
			if answer := g.answer(buf[:n]); answer != nil {
				_, _ = c.WriteTo(answer, from) // who asked may be gone
			}
		}
	})
}

// answer is the reply to one message; nil for none.
func (g *Gate) answer(message []byte) []byte {
	var p dnsmessage.Parser
	head, err := p.Start(message)
	if err != nil || head.Response {
		return nil
	}
	question, err := p.Question()
	if err != nil {
		return nil
	}
	reply := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: head.ID, Response: true, RecursionDesired: head.RecursionDesired, RecursionAvailable: true},
		Questions: []dnsmessage.Question{question},
	}
	host := strings.ToLower(strings.TrimSuffix(question.Name.String(), "."))
	address := question.Type == dnsmessage.TypeA || question.Type == dnsmessage.TypeAAAA
	ip := g.addressOf(host)
	switch {
	case head.OpCode != 0 || question.Class != dnsmessage.ClassINET:
		reply.RCode = dnsmessage.RCodeNotImplemented
	case ip == nil:
		reply.RCode = dnsmessage.RCodeNameError
		if address { // other questions, such as who has an address, are no attempt to get there
			g.note(Refusal{Host: host, When: time.Now(), Why: "the network of this call does not lead there"})
		}
	case question.Type == dnsmessage.TypeA:
		reply.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: question.Name, Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET, TTL: 60},
			Body:   &dnsmessage.AResource{A: [4]byte(ip.To4())},
		}}
	}
	packed, err := reply.Pack()
	if err != nil {
		return nil
	}
	return packed
}

// addressOf is the room's address for a name; nil if it may not be reached.
func (g *Gate) addressOf(host string) net.IP {
	if isLocal(host) {
		return net.IPv4(127, 0, 0, 1)
	}
	if !isName(host) {
		return nil
	}
	ports := g.c.Named(host)
	if len(ports) == 0 {
		return nil
	}
	g.mu.Lock()
	ip, known := g.names[host]
	if !known {
		n := len(g.names) + 1
		if n > namesKept {
			g.mu.Unlock()
			return nil
		}
		ip = net.IPv4(127, 77, byte(n>>8), byte(n))
		g.names[host] = ip
	}
	g.mu.Unlock()
	if !known {
		for _, port := range ports {
			g.bridge(ip, host, port)
		}
	}
	return ip
}

// roomAddress finds an address that the room's resolver has given to a name.
var roomAddress = lazy.Regexp(`\b127\.77\.\d{1,3}\.\d{1,3}:\d{1,5}\b`)

// NamedIn is host:port of the first address in a text that the room's resolver has given to a
// name; "" if there is none.
func NamedIn(g *Gate, text string) string {
	for _, found := range roomAddress().FindAllString(text, 20) {
		at, port, _ := strings.Cut(found, ":")
		g.mu.Lock()
		for host, ip := range g.names {
			if ip.String() == at {
				g.mu.Unlock()
				return net.JoinHostPort(host, port)
			}
		}
		g.mu.Unlock()
	}
	return ""
}

// bridge listens at the room's address for a name.
func (g *Gate) bridge(ip net.IP, host string, port int) {
	addr, _ := netip.AddrFromSlice(ip.To4())
	l, err := g.c.Listen(netip.AddrPortFrom(addr, uint16(port)).String())
	if err != nil {
		return // a program of the room listens there on every address
	}
	g.accept(l, func(c net.Conn) { g.relay(c, host, port) })
}

// Mirror shows the services of this machine in the room, at the same ports, and
// looks again every second which there are. ports lists them. Those that are
// there now are shown when it returns.
func (g *Gate) Mirror(ports func() []int) {
	shown := map[int]bool{}
	look := func() {
		for _, port := range ports() {
			if !shown[port] && g.mirror(port) {
				shown[port] = true
			}
		}
	}
	if !g.enter() {
		return
	}
	look()
	go func() {
		defer g.work.Done()
		again := time.NewTicker(time.Second)
		defer again.Stop()
		for {
			select {
			case <-again.C:
				look()
			case <-g.ctx.Done():
				return
			}
		}
	}()
}

// mirror shows one service.
func (g *Gate) mirror(port int) bool {
	address := netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), uint16(port)).String()
	l, err := g.c.Listen(address)
	if err != nil {
		return false // a program of the room has the port now
	}
	g.accept(l, func(c net.Conn) {
		g.c.Passed()
		g.pass(g.ctx, c, func() (net.Conn, error) { return localService(g.ctx, port) })
	})
	return true
}
