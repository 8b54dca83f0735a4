package gate

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// bridged are the ports at which a name that the room's resolver has answered
// can be reached by programs that know nothing of proxies.
func bridged() []int { return []int{22, 80, 443} }

// ServeNames answers as the room's resolver on c, until the gate is closed. A
// name that may be reached gets an address of the room's own loopback network,
// behind which the gate listens. Every other name is not there, and noted.
func (g *Gate) ServeNames(c net.PacketConn) {
	if !g.keep(c) {
		return
	}
	g.work.Go(func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := c.ReadFrom(buf)
			if err != nil {
				return
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
	ip := g.addressOf(host)
	switch {
	case ip == nil:
		reply.RCode = dnsmessage.RCodeNameError
		g.note(Refusal{Host: host, When: time.Now(), Why: "the network of this call does not lead there"})
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
	if !g.c.Named(host) {
		return nil
	}
	g.mu.Lock()
	ip, known := g.names[host]
	if !known {
		n := len(g.names) + 1
		if n > 60_000 {
			g.mu.Unlock()
			return nil
		}
		ip = net.IPv4(127, 77, byte(n>>8), byte(n))
		g.names[host] = ip
	}
	g.mu.Unlock()
	if !known {
		for _, port := range bridged() {
			g.bridge(ip, host, port)
		}
	}
	return ip
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
// looks again every second which there are. ports lists them.
func (g *Gate) Mirror(ports func() []int) {
	g.work.Go(func() {
		shown := map[int]bool{}
		again := time.NewTicker(time.Second)
		defer again.Stop()
		for {
			for _, port := range ports() {
				if !shown[port] && g.mirror(port) {
					shown[port] = true
				}
			}
			select {
			case <-again.C:
			case <-g.ctx.Done():
				return
			}
		}
	})
}

// mirror shows one service.
func (g *Gate) mirror(port int) bool {
	address := netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), uint16(port)).String()
	l, err := g.c.Listen(address)
	if err != nil {
		return false // a program of the room has the port now
	}
	g.accept(l, func(c net.Conn) {
		if !g.keep(c) {
			return
		}
		defer g.drop(c)
		out, err := g.localService(port)
		if err != nil {
			return
		}
		if !g.keep(out) {
			return
		}
		defer g.drop(out)
		join(c, out)
	})
	return true
}

// localService connects to a service of this machine.
func (g *Gate) localService(port int) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(g.ctx, 5*time.Second)
	defer cancel()
	var d net.Dialer
	for _, ip := range []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()} {
		c, err := d.DialContext(ctx, "tcp", netip.AddrPortFrom(ip, uint16(port)).String())
		if err == nil {
			return c, nil
		}
	}
	return nil, errInner
}
