package render
import ("testing";"os/exec";"os";"strings";"fmt";"math/rand";"strconv";"sort")
func pretty(s string) (string, bool) {
  os.WriteFile(fmt.Sprintf("/tmp/scratch/pp%d.sh",os.Getpid()),[]byte(s),0o600)
  cmd:=exec.Command(os.Getenv("HANDRAIL_TEST_BASH"),"--norc","--pretty-print",fmt.Sprintf("/tmp/scratch/pp%d.sh",os.Getpid()))
  cmd.Env=[]string{"LANG=C.UTF-8","PATH=/nonexistent"}
  b,err:=cmd.CombinedOutput()
  return string(b), err==nil && !strings.Contains(string(b),".sh: line")
}
func norm2(p string, forms []string, to string) string {
  sort.Slice(forms,func(i,j int)bool{return len(forms[i])>len(forms[j])})
  for _,f:=range forms { if f!="" {p=strings.ReplaceAll(p,f,to)} }
  return p
}
func TestDiff(t *testing.T){
 seed,_:=strconv.Atoi(os.Getenv("SEED")); n,_:=strconv.Atoi(os.Getenv("N"))
 r:=rand.New(rand.NewSource(int64(seed)))
 toks:=[]string{"{{v}}","{{v}}","{{v}}","{{v}} ","\"","\"","'","'","$(","$(",")",")","`","${x:-","${x#","}","$((","))"," "," "," ","\n",";","|"," <<E\n","\nE\n"," <<'E'\n"," <<-E\n","[[ "," ]]"," == "," =~ ","case "," in ","esac"," # ","\\","$\"","echo ","echo ","foo ","a","=","x=(","if ","then ","fi","{ ","; }",">","<(","${x}","$x","((","f() ","~","{a,",",b}","!","&"," && ","*","[","]","?(","@(","2","-n ","\"${x}\"","${x//a/b}","\"${x%'}\"","coproc ","time ","for i in ","do ","done","while ","\\\n","$","x=","+=","[1]=","<<<"," >&","2>","!(","|&","&>",";;","(","export ","let ","$[","\t","''","\"\"","\"$(","}\"","E","EOF", " <<E","\"a b\"","'a b'","$1","#","a#b"}
 acc,cmp,bad:=0,0,0
 hosts:=[]string{"';HIT;'","\";HIT;\"","$(HIT)","\\","w v","{a,b}","\n)HIT(","}HIT","E\nHIT","x'\"`$(HIT)`\"'","","2","-n","]] HIT","# HIT","\"`HIT`","`HIT`","*[a-z]","\nE\nHIT"}
 for i:=0;i<n;i++{
  var b strings.Builder
  b.WriteString("echo ")
  k:=2+r.Intn(24)
  for j:=0;j<k;j++{ b.WriteString(toks[r.Intn(len(toks))]) }
  src:=b.String()
  if !strings.Contains(src,"{{v}}") {continue}
  tp,err:=Parse(src,[]Param{{Name:"v"}})
  if err!=nil {continue}
  acc++
  ben,err:=tp.Render(map[string]any{"v":"bEn Ign"})
  if err!=nil {continue}
  p1,ok1:=pretty(ben.Text)
  h:=hosts[r.Intn(len(hosts))]
  ho,err:=tp.Render(map[string]any{"v":h})
  if err!=nil { if !strings.Contains(err.Error(),"missing or empty") {fmt.Printf("RENDERERR %q %q %v\n",src,h,err)}; continue}
  p2,ok2:=pretty(ho.Text)
  cmp++
  f1:=[]string{"bEn Ign","'bEn Ign'"}; f2:=[]string{}
  for _,s:=range ho.Spans { f2=append(f2,ho.Text[s.Start:s.End]) }
  // mark both with same token via per-span replacement in order
  q1:=norm2(p1,f1,"@"); q2:=norm2(p2,f2,"@")
  if h=="" { q2=p2 }
  strip:=func(s string)string{ return strings.NewReplacer("'","","@","","_","").Replace(s) }
  if ok1!=ok2 || (ok1 && strip(q1)!=strip(q2) && len(h)>2) { bad++; if bad<40 {fmt.Printf("DIFF %q v=%q ok %v %v\n ben %q\n hos %q\n p1 %q\n p2 %q\n",src,h,ok1,ok2,ben.Text,ho.Text,p1,p2)} }
 }
 fmt.Println("accepted",acc,"compared",cmp,"bad",bad)
}
